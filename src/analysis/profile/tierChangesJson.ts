import { conforms, count, flag, number, text, type Shape } from './jsonShape.ts';
import type { ProfileTierChange, ProfileTierChanges, TierCode } from './profile.ts';

/** A saved function's changes in one isolate. Rows are short because there are many. */
export type TierChangesRow = [
  function_: number,
  isolate: number,
  leftOut: number,
  madeInWindow: number,
  changes: ChangeRow[],
];

type ChangeRow =
  | [timeMicros: number, type: 'compiled', tier: number, onStack: boolean, codeBytes: number]
  | [
      timeMicros: number,
      type: 'deopt',
      tier: number,
      onStack: boolean,
      siteFunction: number,
      line: number,
      column: number,
      kind: string,
      reason: string,
    ]
  | [timeMicros: number, type: 'disabled', reason: string];

export function tierChangesToJson(changes: readonly ProfileTierChanges[]): TierChangesRow[] {
  return changes.map((each) => [
    each.function,
    each.isolate,
    each.leftOut,
    each.madeInWindow,
    each.changes.map(changeToRow),
  ]);
}

function changeToRow(change: ProfileTierChange): ChangeRow {
  const { timeMicros, type } = change;
  switch (type) {
    case 'compiled':
      return [timeMicros, type, change.tier, change.onStack, change.codeBytes];
    case 'deopt': {
      const { tier, onStack, siteFunction, line, column, kind, reason } = change;
      return [timeMicros, type, tier, onStack, siteFunction, line, column, kind, reason];
    }
    case 'disabled':
      return [timeMicros, type, change.reason];
  }
}

/**
 * Returns null unless {@link tierChangesToJson} could have made it for this many functions and
 * isolates.
 */
export function tierChangesFromJson(
  json: unknown,
  functions: number,
  isolates: number,
): ProfileTierChanges[] | null {
  const below = (limit: number) => (value: unknown) => count(value) && (value as number) < limit;
  const tier = (value: unknown) => below(5)(value) && value !== 0;
  const changeShapes = new Map<unknown, Shape[]>([
    ['compiled', [number, text, tier, flag, count]],
    ['deopt', [number, text, tier, flag, below(functions), count, count, text, text]],
    ['disabled', [number, text, text]],
  ]);
  const isChange = (value: unknown) =>
    Array.isArray(value) && isRow(value, changeShapes.get(value[1]) ?? []);
  const rowShape: Shape[] = [below(functions), below(isolates), count, count, [isChange]];
  if (!Array.isArray(json) || !json.every((row) => isRow(row, rowShape))) return null;
  return (json as TierChangesRow[]).map(([fn, isolate, leftOut, madeInWindow, changes]) => ({
    function: fn,
    isolate,
    changes: changes.map(changeFromRow),
    leftOut,
    madeInWindow,
  }));
}

function isRow(value: unknown, shapes: Shape[]): boolean {
  return (
    Array.isArray(value) &&
    shapes.length > 0 &&
    value.length === shapes.length &&
    shapes.every((shape, i) => conforms(value[i], shape))
  );
}

function changeFromRow(row: ChangeRow): ProfileTierChange {
  switch (row[1]) {
    case 'compiled': {
      const [timeMicros, type, tier, onStack, codeBytes] = row;
      return { timeMicros, type, tier: tier as TierCode, codeBytes, onStack };
    }
    case 'deopt': {
      const [timeMicros, type, tier, onStack, siteFunction, line, column, kind, reason] = row;
      const site = { siteFunction, line, column, kind, reason };
      return { timeMicros, type, tier: tier as TierCode, onStack, ...site };
    }
    case 'disabled':
      return { timeMicros: row[0], type: row[1], reason: row[2] };
  }
}
