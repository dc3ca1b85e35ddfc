import { formatCount, formatNumberOf } from './format.ts';
import type { IcReport, IcState, LineReport } from './report.ts';

/** Words for property accesses, as people know them from V8. */

const maxProperty = 48;

/** `.name`, `[Symbol.iterator]`, or `[…]` if the code computes the key. */
export function accessText({ property: whole }: Pick<IcReport, 'property'>): string {
  const property = whole.length > maxProperty ? `${whole.slice(0, maxProperty - 1)}…` : whole;
  if (property === '') return '[…]';
  if (property.startsWith('[')) return property;
  return /^[\p{ID_Start}$_#][\p{ID_Continue}$]*$/u.test(property)
    ? `.${property}`
    : `[${property}]`;
}

/** An access is named beside its line's share if it has this part of the line's time. */
const minPart = 0.05;

type AccessLine = Pick<LineReport, 'self'> & Partial<LineReport>;

/**
 * `megamorphic .name`: the worst access of a line if it has a part in the line's time, otherwise
 * empty.
 */
export function icLabel(line: AccessLine): string {
  const [worst, second] = line.ics ?? [];
  if (worst?.state !== 'megamorphic' || lookupShare(line) < minPart * line.self) return '';
  const words = `megamorphic ${accessText(worst)}`;
  return second?.state === 'megamorphic' ? `${words} …` : words;
}

/** The share that may be property lookups: V8's builtins for them, and all interpreted code. */
function lookupShare({ self, own = 0, tiers, builtins = [] }: AccessLine): number {
  const inBuiltins = builtins
    .filter(({ name }) => /(?:Load|Store|Has|Own)IC/.test(name))
    .reduce((sum, { self }) => sum + self, 0);
  // Bytecode handlers look properties up without a builtin.
  return self > 0 ? inBuiltins + Math.min(own, tiers?.ignition ?? 0) : Number.NEGATIVE_INFINITY;
}

/** `12 shapes`, `at least 12 shapes`; for a keyed access also the names: `3 shapes, 40 names`. */
export function shapeCountText({ state, shapeCount, keyCount }: IcReport): string {
  const shapes =
    shapeCount === 0
      ? ''
      : `${state === 'megamorphic' ? 'at least ' : ''}${formatNumberOf(shapeCount, 'shape')}`;
  const names = keyCount > 1 ? `${formatCount(keyCount)} names` : '';
  return [shapes, names].filter((words) => words !== '').join(', ');
}

/** The meaning and the cost of a state. */
export function icStateSentence(state: IcState): string {
  switch (state) {
    case 'monomorphic':
      return 'Every object here had one shape: V8 reads the property at a known place.';
    case 'polymorphic':
      return 'Objects of a few shapes come here: V8 compares each with those it knows.';
    case 'megamorphic':
      return 'Objects of more than four shapes, or other names each time, come here: V8 looks each up in a table, which no optimization takes away. Objects that are made in one place, with the same properties in the same order, have one shape.';
  }
}
