import type { IcKind, IcState } from '../../shared/report.ts';
import { count, oneOf, position, text, type Fields } from './jsonShape.ts';

const kinds: readonly IcKind[] = ['load', 'store', 'keyed-load', 'keyed-store'];
const states: readonly IcState[] = ['monomorphic', 'polymorphic', 'megamorphic'];

export const icShape = {
  ...{ kind: oneOf(kinds), state: oneOf(states), property: text, column: position },
  ...{ shapeCount: count, shapes: [text], keyCount: count, misses: count },
} satisfies Fields;

/** Shape of a property access in the profile. */
export const icSiteShape = { ...icShape, file: text, line: position, isolate: count };
