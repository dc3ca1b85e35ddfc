import type { CodeChanges, CodePlace, CostChange } from '../../src/shared/codeChange.ts';
import { fileBelow } from '../../src/shared/filePaths.ts';
import type { WidthSide } from './diffFrame.ts';
import { fateWords } from '../../src/shared/verdictText.ts';
import type { ChangesMessage } from './comparisonConnection.ts';
import { frameName, placeOf } from '../../src/shared/frameWords.ts';

/** A function or line of the table of what changed. */
export interface ChangeRow extends CostChange {
  functionId: number;
  /** A function's name, or a line's text. */
  text: string;
  /** `new`, `renamed from total`; empty for what is where it was. */
  fate: string;
  /** `src/money.ts:4`. */
  place: string;
  file: string;
  line: number;
  column: number;
  /** Of which state the place is. */
  side: WidthSide;
  isCode: boolean;
}

/** What is to be in the table, those beyond the noise first, the largest change first. */
export function functionRows({ functions }: CodeChanges, baseFolder: string): ChangeRow[] {
  return functions.map((each) => {
    const place = each.head ?? each.base ?? nowhere;
    const { file, line, column, name } = place;
    return {
      ...each,
      text: frameName({ functionId: each.functionId, name, file, line }),
      fate: fateWords(each, (path) => fileBelow(path, baseFolder)),
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

const nowhere: CodePlace = { name: '', file: '', line: 0, column: 0 };
