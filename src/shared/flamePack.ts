import type { FlameNode } from './flameNode.ts';
import { tiers } from './vocabulary.ts';

/**
 * A drawn tree as it travels: a click in the editor's flamegraph passes three processes, and the time
 * for that grows with the text. Each function is written once, shares as counts of samples, and only
 * frames with self time have those of its parts and tiers: a third of the tree's JSON, or less.
 */
export interface PackedTree {
  /** On-CPU samples of the window, which the shares refer to. */
  onCpu: number;
  functions: PackedFunction[];
  /**
   * Depth first: {@link packedFields} of a frame, then {@link partFields} and {@link tiers} if its
   * `self` is not 0.
   */
  numbers: number[];
}

type PackedFunction = Pick<
  FlameNode,
  'functionId' | 'name' | 'file' | 'area' | 'package' | 'marker' | 'reason'
>;

/** The index of its function, the number of its children, and its self samples follow. */
const packedFields = ['id', 'line', 'column', 'samples', 'elided'] as const;
const partFields = ['gc', 'v8', 'native', 'core', 'deps'] as const;

/** Narrower frames are not drawn. */
export const narrowestPx = 1.5;

/** Offsets in a frame's numbers. */
const samplesAt = packedFields.indexOf('samples');
const elidedAt = packedFields.indexOf('elided');
const childrenAt = packedFields.length + 1;
const selfAt = packedFields.length + 2;
const headLength = packedFields.length + 3;
const selfLength = 1 + partFields.length + tiers.length;

export function packTree(root: FlameNode): PackedTree {
  const onCpu = root.total === 0 ? 0 : Math.round(root.samples / root.total);
  const functions: PackedFunction[] = [];
  const known = new Map<string | number, number>();
  const numbers: number[] = [];
  const count = (share: number) => Math.round(share * onCpu);
  const indexOf = (node: FlameNode): number => {
    const key = node.functionId < 0 ? node.name : node.functionId;
    const index = known.get(key) ?? functions.length;
    if (index === functions.length) {
      known.set(key, index);
      const { functionId, name, file, area, package: of, marker, reason } = node;
      functions.push({ functionId, name, file, area, package: of, marker, reason });
    }
    return index;
  };
  const pack = (node: FlameNode): void => {
    for (const field of packedFields) numbers.push(node[field]);
    const self = count(node.self);
    numbers.push(indexOf(node), node.children.length, self);
    if (self > 0) {
      numbers.push(count(node.own));
      for (const field of partFields) numbers.push(count(node.parts[field]));
      for (const tier of tiers) numbers.push(count(node.tiers[tier]));
    }
    node.children.forEach(pack);
  };
  pack(root);
  return { onCpu, functions, numbers };
}

export function unpackTree({ onCpu, functions, numbers }: PackedTree): FlameNode {
  let at = 0;
  const next = () => numbers[at++] ?? 0;
  const share = (samples: number) => (onCpu === 0 ? 0 : samples / onCpu);
  const unpack = (): FlameNode => {
    const fields = record(packedFields, next);
    const of = functions[next()]!;
    const children = next();
    const self = next();
    const nextShare = () => (self === 0 ? 0 : share(next()));
    return {
      ...of,
      ...fields,
      total: share(fields.samples),
      self: share(self),
      own: nextShare(),
      parts: record(partFields, nextShare),
      tiers: record(tiers, nextShare),
      children: Array.from({ length: children }, unpack),
    };
  };
  return unpack();
}

/** The tree without frames below this share of the root, which are counted as elided. */
export function withoutNarrow(tree: PackedTree, minShare: number): PackedTree {
  const { numbers } = tree;
  const minSamples = Math.max(1, minShare * numbers[samplesAt]!);
  const kept: number[] = [];
  let at = 0;
  const copy = (isKept: boolean): void => {
    const children = numbers[at + childrenAt]!;
    const length = headLength + (numbers[at + selfAt]! > 0 ? selfLength : 0);
    const to = kept.length;
    if (isKept) for (let i = 0; i < length; i += 1) kept.push(numbers[at + i]!);
    at += length;
    for (let child = 0; child < children; child += 1) {
      const samples = numbers[at + samplesAt]!;
      const isWide = samples >= minSamples;
      copy(isKept && isWide);
      if (!isKept || isWide) continue;
      kept[to + elidedAt]! += samples;
      kept[to + childrenAt]! -= 1;
    }
  };
  copy(true);
  return { ...tree, numbers: kept };
}

function record<K extends string>(keys: readonly K[], next: () => number): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, next()])) as Record<K, number>;
}
