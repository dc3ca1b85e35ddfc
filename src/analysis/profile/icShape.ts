import type { IcKind, IcState } from '../../shared/report.ts';
import { count, position, text, type Fields, type Shape } from './jsonShape.ts';

const kinds: readonly IcKind[] = ['load', 'store', 'keyed-load', 'keyed-store'];
const states: readonly IcState[] = ['monomorphic', 'polymorphic', 'megamorphic'];

const oneOf =
  (words: readonly string[]): Shape =>
  (value: unknown) =>
    words.includes(value as string);

/** An access in the report. */
export const icShape = {
  ...{ kind: oneOf(kinds), state: oneOf(states), property: text, column: position },
  ...{ shapeCount: count, shapes: [text], keyCount: count, misses: count },
} satisfies Fields;

/** An access in the profile. */
export const icSiteShape = { ...icShape, file: text, line: position, isolate: count };
