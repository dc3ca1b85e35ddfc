import type { CodeChanges, CodePlace, CostChange } from '../../src/shared/codeChange.ts';
import { fileBelow } from '../../src/shared/filePaths.ts';
import { waitTarget } from '../../src/shared/requestText.ts';
import type { WidthSide } from './diffFrame.ts';
import { fateText } from '../../src/shared/verdictText.ts';
import type { ChangesMessage } from './comparisonConnection.ts';
import { routeKindText } from '../../src/shared/routeText.ts';
import { frameName, placeOf } from '../../src/shared/frameText.ts';

/** A function, line, wait or route in the table of changes. */
export interface ChangeRow extends CostChange {
  functionId: number;
  /** A function's name, a line's text, what is waited for, or a route. */
  text: string;
  /** For example `new` or `renamed from total`, of a route which cost; empty if the function is where it was. */
  fate: string;
  /** Empty if it leads nowhere. */
  place: string;
  file: string;
  line: number;
  column: number;
  /** The state that the place belongs to. */
  side: WidthSide;
  isCode: boolean;
}

/** Rows for the table in the order of `functions`. */
export function functionRows({ functions }: CodeChanges, baseFolder: string): ChangeRow[] {
  return functions.map((each) => {
    const place = each.head ?? each.base ?? nowhere;
    const { file, line, column, name } = place;
    return {
      ...each,
      text: frameName({ functionId: each.functionId, name, file, line }),
      fate: fateText(each, (path) => fileBelow(path, baseFolder)),
      place: placeOf(place, baseFolder),
      ...{ file, line, column, side: each.head ? ('head' as const) : ('base' as const) },
      isCode: false,
    };
  });
}

export function lineRows({ code, lineTexts }: ChangesMessage, baseFolder: string): ChangeRow[] {
  return code.lines.map((each, index) => {
    const { file, line } = each.head ?? each.base ?? nowhere;
    return {
      ...each,
      functionId: code.functions[each.function]?.functionId ?? -1,
      text: lineTexts[index] ?? '',
      fate: each.head === null ? 'gone' : each.base === null ? 'new' : '',
      place: placeOf({ file, line }, baseFolder),
      ...{ file, line, column: 1, side: each.head ? ('head' as const) : ('base' as const) },
      isCode: true,
    };
  });
}

export function waitRows({ waits }: CodeChanges, baseFolder: string): ChangeRow[] {
  return waits.map((each) => {
    const { file, line } = each.head ?? each.base ?? nowhere;
    return {
      ...each,
      functionId: -1,
      text: waitTarget(each),
      fate: each.head === null ? 'gone' : each.base === null ? 'new' : '',
      place: placeOf({ file, line }, baseFolder),
      ...{ file, line, column: 1, side: each.head ? ('head' as const) : ('base' as const) },
      isCode: false,
    };
  });
}

/** A route has no place of its own: the tables of its lines have. */
export function routeRows({ routes }: CodeChanges): ChangeRow[] {
  return routes.map((each) => ({
    ...each,
    functionId: -1,
    text: each.route,
    fate: routeKindText(each),
    ...{ place: '', file: '', line: 0, column: 0, side: 'head' as const },
    isCode: false,
  }));
}

const nowhere: CodePlace = { name: '', file: '', line: 0, column: 0 };
