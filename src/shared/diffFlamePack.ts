import type { DiffFlame, DiffFlameNode, DiffSamples, DiffSide } from './diffFlameWire.ts';

/** A {@link DiffFlame} as it travels: each function is written once, all else are numbers (see flamePack.ts). */
export interface PackedDiffFlame {
  base: DiffSide;
  head: DiffSide;
  functions: PackedDiffFunction[];
  /** Depth first, each frame before its children; the fields are in the order of `pack`. */
  numbers: number[];
}

type PackedDiffFunction = Pick<
  DiffFlameNode,
  'functionId' | 'name' | 'area' | 'package' | 'fate' | 'isEdited' | 'basePlace' | 'headPlace'
>;

export function packDiffFlame({ base, head, root }: DiffFlame): PackedDiffFlame {
  const functions: PackedDiffFunction[] = [];
  const known = new Map<string | number, number>();
  const numbers: number[] = [];
  const pack = (node: DiffFlameNode): void => {
    const { functionId, name, area, package: of, fate, isEdited, basePlace, headPlace } = node;
    const key = functionId < 0 ? name : functionId;
    const index = known.get(key) ?? functions.length;
    if (index === functions.length) {
      known.set(key, index);
      functions.push({ functionId, name, area, package: of, fate, isEdited, basePlace, headPlace });
    }
    numbers.push(node.id, index, node.children.length);
    // A function holds its file, a frame only line and column.
    for (const place of [basePlace, headPlace]) numbers.push(place?.line ?? 0, place?.column ?? 0);
    for (const { base, head } of [node.total, node.self, node.elided]) numbers.push(base, head);
    const { change } = node;
    numbers.push(change ? (node.isBeyondNoise ? 2 : 1) : 0);
    if (change) numbers.push(change.micros, change.lowMicros, change.highMicros);
    node.children.forEach(pack);
  };
  pack(root);
  return { base, head, functions, numbers };
}

export function unpackDiffFlame({ base, head, functions, numbers }: PackedDiffFlame): DiffFlame {
  let at = 0;
  const next = () => numbers[at++] ?? 0;
  const samples = (): DiffSamples => ({ base: next(), head: next() });
  const change = (isKnown: boolean): DiffFlameNode['change'] =>
    isKnown ? { micros: next(), lowMicros: next(), highMicros: next() } : null;
  const place = (of: DiffFlameNode['basePlace']): DiffFlameNode['basePlace'] => {
    const [line, column] = [next(), next()];
    return of && { ...of, line, column };
  };
  const unpack = (): DiffFlameNode => {
    const id = next();
    const of = functions[next()]!;
    const children = next();
    const [basePlace, headPlace] = [place(of.basePlace), place(of.headPlace)];
    const [total, self, elided] = [samples(), samples(), samples()];
    const known = next();
    return {
      ...{ ...of, id, basePlace, headPlace, total, self, elided },
      change: change(known > 0),
      isBeyondNoise: known === 2,
      children: Array.from({ length: children }, unpack),
    };
  };
  return { base, head, root: unpack() };
}
