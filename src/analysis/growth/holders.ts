import type { HeapSnapshot } from './heapSnapshot.ts';

/** New objects that one older object keeps. */
export interface HeldObjects {
  /** `sessions (Map)`; null if it has no name in the code. */
  holder: string | null;
  /** The class of most of their bytes, those included that they refer to. */
  className: string | null;
  bytes: number;
  /** By the stack that allocated them. */
  byTrace: Map<number, number>;
}

/** Kinds of objects that a person has written, or knows. */
const known: ReadonlySet<string> = new Set([
  ...['object', 'string', 'concatenated string', 'sliced string', 'closure', 'regexp'],
  ...['number', 'bigint', 'native'],
]);
/** A holder is described by no more names and steps than these, so that it stays readable. */
const maxNames = 4;
const maxSteps = 12;

interface Group {
  bytes: number;
  byTrace: Map<number, number>;
  byClass: Map<string, number>;
  /** The way from the holder to the first of them. */
  first: number;
}

/**
 * Groups the objects that came after `newFrom`, and that one of `stacks` has allocated, by the nearest older object on the shortest way from a root:
 *
 *     root ─ Context ─sessions─► Map ─table─► (table) ─► Session ─data─► Array
 *            old                 old: holds   new        new: the class  new
 */
export function heldObjects(
  snapshot: HeapSnapshot,
  newFrom: number,
  stacks: ReadonlySet<number>,
): HeldObjects[] {
  const { parent, order, count } = snapshot;
  const holderOf = new Int32Array(count).fill(-1);
  const entryOf = new Int32Array(count).fill(-1);
  const firstOf = new Int32Array(count).fill(-1);
  const groups = new Map<number, Group>();
  for (const node of order) {
    const from = parent[node]!;
    if (from < 0) continue;
    // Numbers of what is not on V8's heap say nothing of its age.
    const isOutside = snapshot.type(node) === 'native';
    if (isOutside ? holderOf[from] === -1 : snapshot.id(node) <= newFrom) continue;
    const isFirst = holderOf[from] === -1;
    const holder = isFirst ? from : holderOf[from]!;
    holderOf[node] = holder;
    firstOf[node] = isFirst ? node : firstOf[from]!;
    const before = isFirst ? -1 : entryOf[from]!;
    entryOf[node] = before === -1 && known.has(snapshot.type(node)) ? node : before;
    if (!stacks.has(snapshot.trace(node))) continue;
    const group = groups.get(holder) ?? {
      ...{ bytes: 0, byTrace: new Map(), byClass: new Map(), first: firstOf[node] },
    };
    groups.set(holder, group);
    const size = snapshot.size(node);
    group.bytes += size;
    add(group.byTrace, snapshot.trace(node), size);
    if (entryOf[node] !== -1) add(group.byClass, classOf(snapshot, entryOf[node]), size);
  }
  return [...groups]
    .map(([holder, { bytes, byTrace, byClass, first }]) => {
      const [className = null] = mostOf(byClass);
      return { holder: holderText(snapshot, holder, first), className, bytes, byTrace };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

function classOf(snapshot: HeapSnapshot, node: number): string {
  const type = snapshot.type(node);
  if (type === 'object') return snapshot.name(node);
  return type.endsWith('string') ? 'string' : type === 'closure' ? 'function' : type;
}

/** The names by which the code reaches a holder, from a variable to it. */
function holderText(snapshot: HeapSnapshot, holder: number, first: number): string | null {
  const names: string[] = [];
  const { kind, name } = snapshot.way(first);
  if (kind === 'context') return name;
  if (kind === 'property') names.push(name);
  let node = holder;
  let holding = snapshot.type(holder) === 'object' ? snapshot.name(holder) : null;
  for (let steps = 0; node > 0 && steps < maxSteps; steps++) {
    const way = snapshot.way(node);
    const from = snapshot.parent[node]!;
    if (from < 0) break;
    if (way.kind === 'context' || way.kind === 'property') names.unshift(way.name);
    if (way.kind === 'context' || names.length === maxNames) break;
    if (way.kind === 'property' && snapshot.type(from) === 'closure') {
      names.unshift(snapshot.name(from));
      break;
    }
    node = from;
    if (holding === null && snapshot.type(node) === 'object') holding = snapshot.name(node);
  }
  if (names.length === 0) return holding;
  return `${names.join('.')}${holding === null ? '' : ` (${holding})`}`;
}

function add<K>(sums: Map<K, number>, key: K, bytes: number): void {
  sums.set(key, (sums.get(key) ?? 0) + bytes);
}

function mostOf(sums: ReadonlyMap<string, number>): string[] {
  return [...sums].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}
