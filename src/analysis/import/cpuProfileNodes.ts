import { Float64List, Int32List } from '../profile/growableArrays.ts';
import { ForeignFrames, ImportError, positionOf, tooLarge } from './foreignProfile.ts';
import { NodeNumbers } from './nodeNumbers.ts';
import { isCount, isRow, textOf, type Row } from './readObject.ts';

/** The nodes of V8's CPU profile, a parent before its children. */
export interface CpuProfileNodes {
  /** Index of the parent; -1 if there is none. The first such node is the root. */
  parent: Int32Array;
  /** Index into the functions of `frames`. */
  function: Int32Array;
  hitCount: Float64Array;
  /**
   * V8's tick counts on lines (1-based). Those of a node are from its `from` to before its `to`.
   */
  ticks: { line: Int32Array; ticks: Float64Array; from: Int32Array; to: Int32Array };
  /** Maps the file's node ids to places here. */
  numbers: NodeNumbers;
}

/**
 * Reads the call tree in each form that V8 has used: nodes that list their children (now), nodes
 * that name their parent (in traces), and nested nodes (before Node.js 8).
 */
export function readCpuProfileNodes(profile: Row, frames: ForeignFrames): CpuProfileNodes {
  const head = profile['head'];
  if (isRow(head)) return treeNodes(head, frames);
  const rows = profile['nodes'];
  if (rows instanceof NodeList) return rows.inOrder(frames);
  if (!Array.isArray(rows)) throw new ImportError('it has no nodes');
  return readNodeRows(rows).inOrder(frames);
}

/** A memory limit, several times the nodes of the largest servers. */
const maxNodes = 4_000_000;

/**
 * Reads the rows of `nodes` into flat lists, which {@link readCpuProfileNodes} accepts instead.
 * Each row is read once, so that not all of them need to be in memory.
 */
export function readNodeRows(rows: Iterable<unknown>): NodeList {
  const nodes = new NodeList();
  // In the file's order, of which the last wins: ~node and its parent, or node and a child.
  const links = { node: new Int32List(), to: new Float64List() };
  const link = (node: number, to: number) => {
    if (links.node.length === 2 * maxNodes) throw new ImportError(tooLarge);
    links.node.push(node);
    links.to.push(to);
  };
  let i = 0;
  for (const row of rows) {
    if (!isRow(row)) throw new ImportError(`its node ${i + 1} is none`);
    const { id, parent, children } = row;
    if (typeof id !== 'number') throw new ImportError(`its node ${i + 1} has no number`);
    if (nodes.numbers.placeOf(id) >= 0) {
      throw new ImportError(`two of its nodes have the number ${id}`);
    }
    if (i === maxNodes) throw new ImportError(tooLarge);
    nodes.add(row);
    if (typeof parent === 'number') link(~i, parent);
    if (Array.isArray(children)) {
      for (const child of children) if (typeof child === 'number') link(i, child);
    }
    i++;
  }
  const parentOf = new Int32Array(i).fill(-1);
  nodes.parentOf = parentOf;
  for (let each = 0; each < links.node.length; each++) {
    const node = links.node.at(each);
    const to = nodes.numbers.placeOf(links.to.at(each));
    if (node < 0) parentOf[~node] = to;
    else if (to >= 0 && to !== node) parentOf[to] = node;
  }
  return nodes;
}

/** Sorts rows so that a parent comes before its children. Throws if a row is its own ancestor. */
function parentsFirst(parents: Int32Array): Int32Array {
  const count = parents.length;
  const order = new Int32Array(count);
  let isSorted = true;
  for (let i = 0; i < count; i++) {
    order[i] = i;
    isSorted &&= parents[i]! < i;
  }
  if (isSorted) return order;
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
  const nodes = new NodeList();
  const parents = new Int32List();
  const open: { row: Row; parent: number }[] = [{ row: head, parent: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const at = nodes.add(next.row);
    parents.push(next.parent);
    const children = next.row['children'];
    if (!Array.isArray(children)) continue;
    for (let i = children.length - 1; i >= 0; i--) {
      const row: unknown = children[i];
      if (!isRow(row)) throw new ImportError('one of its nodes is none');
      open.push({ row, parent: at });
    }
  }
  nodes.parentOf = parents.toArray();
  return nodes.inOrder(frames);
}

/** Nodes in the order of the file, in flat lists. */
export class NodeList {
  /** -1 if there is no parent. */
  parentOf: Int32Array = new Int32Array();
  readonly numbers = new NodeNumbers();
  readonly #own = new ForeignFrames();
  readonly #functions = new Int32List();
  readonly #hits = new Float64List();
  readonly #ticks = { line: new Int32List(), ticks: new Float64List(), to: new Int32List() };

  add(row: Row): number {
    const at = this.#functions.length;
    const { id, callFrame, hitCount } = row;
    this.#functions.push(isRow(callFrame) ? this.#place(callFrame, 1) : this.#place(row, 0));
    this.#hits.push(isCount(hitCount) ? hitCount : 0);
    this.#addTicks(row['positionTicks']);
    if (typeof id === 'number') this.numbers.set(id, at);
    return at;
  }

  inOrder(frames: ForeignFrames): CpuProfileNodes {
    const { parentOf } = this;
    const order = parentsFirst(parentOf);
    const count = order.length;
    const { line, ticks, to } = this.#ticks;
    const place = new Int32Array(count);
    const newFunction = new Int32Array(this.#own.functions.length).fill(-1);
    const nodes = {
      ...{ parent: new Int32Array(count), function: new Int32Array(count) },
      ...{ hitCount: new Float64Array(count), from: new Int32Array(count) },
      to: new Int32Array(count),
    };
    for (let at = 0; at < count; at++) {
      const row = order[at]!;
      place[row] = at;
      const up = parentOf[row]!;
      nodes.parent[at] = up < 0 ? -1 : place[up]!;
      const fn = this.#functions.at(row);
      if (newFunction[fn]! < 0) {
        const own = this.#own.functions[fn]!;
        newFunction[fn] = frames.function(own.name, own.url, own.line, own.column);
      }
      nodes.function[at] = newFunction[fn]!;
      nodes.hitCount[at] = this.#hits.at(row);
      nodes.from[at] = row === 0 ? 0 : to.at(row - 1);
      nodes.to[at] = to.at(row);
    }
    this.numbers.move(place);
    return {
      ...{ parent: nodes.parent, function: nodes.function, hitCount: nodes.hitCount },
      ticks: { line: line.items, ticks: ticks.items, from: nodes.from, to: nodes.to },
      numbers: this.numbers,
    };
  }

  /** @param base 1 if positions count from 0; the oldest format counts from 1 */
  #place({ functionName, url, lineNumber, columnNumber }: Row, base: 0 | 1): number {
    return this.#own.function(
      textOf(functionName),
      textOf(url),
      positionOf(lineNumber, base),
      positionOf(columnNumber, base),
    );
  }

  #addTicks(rows: unknown): void {
    const { line, ticks, to } = this.#ticks;
    if (Array.isArray(rows)) {
      for (const each of rows) {
        if (!isRow(each) || !isCount(each['ticks'])) continue;
        const at = positionOf(each['line'], 0);
        if (at === 0) continue;
        line.push(at);
        ticks.push(each['ticks']);
      }
    }
    to.push(line.length);
  }
}
