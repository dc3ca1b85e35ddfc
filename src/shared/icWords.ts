import { formatCount, formatNumberOf } from './format.ts';
import type { IcReport, IcState, LineReport } from './report.ts';

/** How property accesses are told of, in the words that people know from V8. */

/** `.name`, or `[…]` where the code computes which. */
export function accessWords({ property }: Pick<IcReport, 'property'>): string {
  if (property === '') return '[…]';
  return /^[\p{ID_Start}$_#][\p{ID_Continue}$]*$/u.test(property)
    ? `.${property}`
    : `[${property}]`;
}

/** `megamorphic .name`: the worst access of a line, where it is one to look at; else empty. */
export function icLabel({ ics, self }: Pick<LineReport, 'ics' | 'self'>): string {
  const [worst, second] = ics ?? [];
  if (!worst || self <= 0 || worst.state !== 'megamorphic') return '';
  const words = `megamorphic ${accessWords(worst)}`;
  return second?.state === 'megamorphic' ? `${words} …` : words;
}

/** `12 shapes`, `at least 12 shapes`; of a keyed access the names too: `3 shapes, 40 names`. */
export function shapeCountWords({ state, shapeCount, keyCount }: IcReport): string {
  const shapes =
    shapeCount === 0
      ? ''
      : `${state === 'megamorphic' ? 'at least ' : ''}${formatNumberOf(shapeCount, 'shape')}`;
  const names = keyCount > 1 ? `${formatCount(keyCount)} names` : '';
  return [shapes, names].filter((words) => words !== '').join(', ');
}

/** What a state means, and what it costs. */
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
