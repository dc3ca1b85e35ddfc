import type { BenchAccess, BenchShapes, MetShapes } from './bench.ts';
import { formatNumberOf } from './format.ts';
import { accessText } from './icText.ts';

/** Words for the shapes of objects that a function met in the server and by itself. */

const maxNamed = 4;

/** Whether V8 does an access in another way here than under load, which costs another time. */
export function hasOtherStates(shapes: BenchShapes | null): boolean {
  if (shapes?.kind !== 'known') return false;
  return shapes.accesses.some(({ underLoad, here }) => here?.state !== underLoad.state);
}

/** Of a megamorphic access V8 knows no number of shapes. */
function isSame({ underLoad, here }: BenchAccess): boolean {
  if (here?.state !== underLoad.state) return false;
  return here.state === 'megamorphic' || here.shapeCount === underLoad.shapeCount;
}

/** `as under load: .price one shape, .kind 3 shapes`, or what differs. */
export function shapesSentence(shapes: BenchShapes): string {
  if (shapes.kind === 'not-known') return `not known: ${shapes.reason}`;
  const differing = shapes.accesses.filter((each) => !isSame(each));
  if (differing.length === 0) {
    const met = shapes.accesses.map((each) => `${accessText(each)} ${metText(each.underLoad)}`);
    return `as in the server: ${listed(met)}`;
  }
  const texts = differing.map(
    (each) =>
      `${accessText(each)} met ${metText(each.underLoad)} in the server, ${each.here ? metText(each.here) : 'nothing'} here`,
  );
  return `differ: ${listed(texts)}`;
}

function metText({ state, shapeCount }: MetShapes): string {
  if (state === 'megamorphic') return 'more shapes than V8 tells apart';
  return shapeCount <= 1 ? 'one shape' : formatNumberOf(shapeCount, 'shape');
}

/** A property that is read at several places in the same way is told once. */
function listed(accesses: readonly string[]): string {
  const texts = [...new Set(accesses)];
  const more = texts.length - maxNamed;
  return [...texts.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
