import { ImportError, positionOf, type ForeignFrames } from './foreignProfile.ts';
import { isCount, isRow, textOf, type Row } from './readObject.ts';

/** The nodes of a CPU profile of V8 in the order of their place in the tree: a parent before its children. */
export interface CpuProfileNodes {
  /** Index of the parent; -1 for what has none, of which the first is the root. */
  parent: Int32Array;
  /** Index into the functions of `frames`. */
  function: Int32Array;
  hitCount: Float64Array;
  /** Lines with what V8 counted there, 1-based; undefined where it says none. */
  ticks: (readonly { line: number; ticks: number }[] | undefined)[];
  indexOfId: ReadonlyMap<number, number>;
}

/**
 * Reads the tree of calls in each form that V8 has had: nodes that name their children (now), nodes
 * that name their parent (in traces), and one tree of nodes in nodes (before Node.js 8).
 */
export function readCpuProfileNodes(profile: Row, frames: ForeignFrames): CpuProfileNodes {
  const head = profile['head'];
  if (isRow(head)) return treeNodes(head, frames);
  const rows = profile['nodes'];
  if (!Array.isArray(rows)) throw new ImportError('it has no nodes');
  return listNodes(rows, frames);
}

function listNodes(rows: readonly unknown[], frames: ForeignFrames): CpuProfileNodes {
  const count = rows.length;
  const rowOfId = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    if (!isRow(row)) throw new ImportError(`its node ${i + 1} is none`);
    const id = row['id'];
    if (typeof id !== 'number') throw new ImportError(`its node ${i + 1} has no number`);
    if (rowOfId.has(id)) throw new ImportError(`two of its nodes have the number ${id}`);
    rowOfId.set(id, i);
  }
  const parentRow = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const row = rows[i] as Row;
    const parent = row['parent'];
    if (typeof parent === 'number') parentRow[i] = rowOfId.get(parent) ?? -1;
    const children = row['children'];
    if (!Array.isArray(children)) continue;
    for (const child of children) {
      const at = typeof child === 'number' ? rowOfId.get(child) : undefined;
      if (at !== undefined && at !== i) parentRow[at] = i;
    }
  }
  const order = parentsFirst(parentRow);
  const place = new Int32Array(count);
  order.forEach((row, at) => (place[row] = at));
  const writer = new NodeWriter(frames);
  for (const row of order) {
    const up = parentRow[row]!;
    writer.add(rows[row] as Row, up < 0 ? -1 : place[up]!);
  }
  return writer.nodes;
}

/** The rows so that a parent comes before its children. Rows that are their own ancestors are an error. */
function parentsFirst(parents: Int32Array): Int32Array {
  const count = parents.length;
  let isSorted = true;
  for (let i = 0; i < count && isSorted; i++) isSorted = parents[i]! < i;
  if (isSorted) return Int32Array.from(parents, (_, i) => i);
  const order = new Int32Array(count);
  const isPlaced = new Uint8Array(count);
  const path: number[] = [];
  let length = 0;
  for (let i = 0; i < count; i++) {
    for (let up = i; up >= 0 && isPlaced[up] === 0; up = parents[up]!) {
      path.push(up);
      if (path.length > count) throw new ImportError('its calls go round in a circle');
    }
    while (path.length > 0) {
      const row = path.pop()!;
      isPlaced[row] = 1;
      order[length++] = row;
    }
  }
  return order;
}

function treeNodes(head: Row, frames: ForeignFrames): CpuProfileNodes {
  const writer = new NodeWriter(frames);
  const open: { row: Row; parent: number }[] = [{ row: head, parent: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const at = writer.add(next.row, next.parent);
    const children = next.row['children'];
    if (!Array.isArray(children)) continue;
    for (let i = children.length - 1; i >= 0; i--) {
      const row: unknown = children[i];
      if (!isRow(row)) throw new ImportError('one of its nodes is none');
      open.push({ row, parent: at });
    }
  }
  return writer.nodes;
}

class NodeWriter {
  readonly #parents: number[] = [];
  readonly #functions: number[] = [];
  readonly #hits: number[] = [];
  readonly #ticks: CpuProfileNodes['ticks'] = [];
  readonly #indexOfId = new Map<number, number>();

  constructor(private readonly frames: ForeignFrames) {}

  add(row: Row, parent: number): number {
    const at = this.#parents.length;
    const { id, callFrame, hitCount } = row;
    this.#parents.push(parent);
    this.#functions.push(isRow(callFrame) ? this.#place(callFrame, 1) : this.#place(row, 0));
    this.#hits.push(isCount(hitCount) ? hitCount : 0);
    this.#ticks.push(ticksOf(row['positionTicks']));
    if (typeof id === 'number') this.#indexOfId.set(id, at);
    return at;
  }

  get nodes(): CpuProfileNodes {
    return {
      parent: Int32Array.from(this.#parents),
      function: Int32Array.from(this.#functions),
      hitCount: Float64Array.from(this.#hits),
      ticks: this.#ticks,
      indexOfId: this.#indexOfId,
    };
  }

  /** @param base 1 where positions count from 0; the oldest form counts from 1 */
  #place({ functionName, url, lineNumber, columnNumber }: Row, base: 0 | 1): number {
    return this.frames.function(
      textOf(functionName),
      textOf(url),
      positionOf(lineNumber, base),
      positionOf(columnNumber, base),
    );
  }
}

function ticksOf(value: unknown): { line: number; ticks: number }[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const ticks: { line: number; ticks: number }[] = [];
  for (const each of value) {
    if (!isRow(each) || !isCount(each['ticks'])) continue;
    const line = positionOf(each['line'], 0);
    if (line > 0) ticks.push({ line, ticks: each['ticks'] });
  }
  return ticks;
}
