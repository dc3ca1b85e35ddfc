import type { HeapNode } from '../import/heapProfile.ts';

/** A heap snapshot of V8's, as it is in the file. */
export interface SnapshotFile {
  snapshot: {
    meta: {
      node_fields: string[];
      node_types: [string[], ...unknown[]];
      edge_fields: string[];
      edge_types: [string[], ...unknown[]];
      trace_function_info_fields: string[];
    };
  };
  nodes: number[];
  edges: number[];
  strings: string[];
  trace_function_infos: number[];
  /** `[id, index of the function, count, size, children]` */
  trace_tree: TraceTree | [];
}

type TraceTree = [number, number, number, number, TraceTree | []];

/** Its objects by number, with the shortest way to each from a root. */
export class HeapSnapshot {
  readonly count: number;
  /** By object: the one that refers to it, -1 for the root and what is only referred to weakly. */
  readonly parent: Int32Array;
  /** Index of the edge from there. */
  readonly parentEdge: Int32Array;
  /** Objects by the length of their way, the root first. */
  readonly order: Int32Array;
  readonly #fields: Readonly<Record<string, number>>;
  readonly #stride: number;
  readonly #edgeStride: number;

  constructor(private readonly file: SnapshotFile) {
    const { node_fields, edge_fields } = file.snapshot.meta;
    this.#fields = Object.fromEntries(node_fields.map((name, index) => [name, index]));
    this.#stride = node_fields.length;
    this.#edgeStride = edge_fields.length;
    this.count = file.nodes.length / this.#stride;
    this.parent = new Int32Array(this.count).fill(-1);
    this.parentEdge = new Int32Array(this.count).fill(-1);
    this.order = this.#search();
  }

  id(node: number): number {
    return this.#field(node, 'id');
  }

  size(node: number): number {
    return this.#field(node, 'self_size');
  }

  trace(node: number): number {
    return this.#field(node, 'trace_node_id');
  }

  type(node: number): string {
    return this.file.snapshot.meta.node_types[0][this.#field(node, 'type')] ?? '';
  }

  /** The name of a node, which is the class if it is an object. */
  name(node: number): string {
    return this.file.strings[this.#field(node, 'name')] ?? '';
  }

  /** How its parent refers to an object: the kind of reference, and its name. */
  way(node: number): { kind: string; name: string } {
    const edge = this.parentEdge[node]!;
    const { edges, strings, snapshot } = this.file;
    const kind = snapshot.meta.edge_types[0][edges[edge]!] ?? '';
    const name = edges[edge + 1]!;
    return { kind, name: kind === 'element' || kind === 'hidden' ? '' : (strings[name] ?? '') };
  }

  /** Numbers of the stacks that have a frame of a script that counts, and none of one that is left out. */
  stacksWith(kindOf: (url: string) => 'counts' | 'left-out' | 'other'): ReadonlySet<number> {
    const found = new Set<number>();
    const { trace_function_infos: infos, strings, snapshot, trace_tree: root } = this.file;
    const fields = snapshot.meta.trace_function_info_fields;
    const urlField = fields.indexOf('script_name');
    const open: [TraceTree | [], boolean][] = [[root, false]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [flat, isOfCounted] = next;
      for (let at = 0; at < flat.length; at += 5) {
        const [id, info, , , children] = flat.slice(at, at + 5) as TraceTree;
        const kind = kindOf(strings[infos[info * fields.length + urlField] ?? 0] ?? '');
        if (kind === 'left-out') continue;
        const counts = isOfCounted || kind === 'counts';
        if (counts) found.add(id);
        open.push([children, counts]);
      }
    }
    return found;
  }

  /** The stacks of allocations, with the bytes of `bytes` by their numbers. */
  allocations(bytes: ReadonlyMap<number, number>): HeapNode {
    const [tree = null] = this.#branches(this.file.trace_tree, bytes);
    const callFrame = { functionName: '(root)', url: '', lineNumber: -1, columnNumber: -1 };
    return tree ?? { callFrame, selfSize: 0, children: [] };
  }

  /** V8 takes no stack of more than 64 frames. */
  #branches(flat: TraceTree | [], bytes: ReadonlyMap<number, number>): HeapNode[] {
    const { trace_function_infos: infos, strings, snapshot } = this.file;
    const fields = snapshot.meta.trace_function_info_fields;
    const nodes: HeapNode[] = [];
    for (let at = 0; at < flat.length; at += 5) {
      const [id, info, , , children] = flat.slice(at, at + 5) as TraceTree;
      const field = (name: string) => infos[info * fields.length + fields.indexOf(name)] ?? 0;
      const callFrame = {
        functionName: strings[field('name')] ?? '',
        url: strings[field('script_name')] ?? '',
        // Counted from 1, unlike those of other profiles of V8.
        lineNumber: field('line') - 1,
        columnNumber: field('column') - 1,
      };
      const selfSize = bytes.get(id) ?? 0;
      nodes.push({ callFrame, selfSize, children: this.#branches(children, bytes) });
    }
    return nodes;
  }

  #field(node: number, name: string): number {
    return this.file.nodes[node * this.#stride + this.#fields[name]!]!;
  }

  #search(): Int32Array {
    const { nodes, edges, snapshot } = this.file;
    const weak = snapshot.meta.edge_types[0].indexOf('weak');
    const edgeCount = this.#fields['edge_count']!;
    const first = new Int32Array(this.count + 1);
    for (let node = 0; node < this.count; node++) {
      first[node + 1] = first[node]! + nodes[node * this.#stride + edgeCount]! * this.#edgeStride;
    }
    const order = new Int32Array(this.count);
    const isSeen = new Uint8Array(this.count);
    let end = 1;
    isSeen[0] = 1;
    for (let at = 0; at < end; at++) {
      const node = order[at]!;
      for (let edge = first[node]!; edge < first[node + 1]!; edge += this.#edgeStride) {
        const to = edges[edge + 2]! / this.#stride;
        if (isSeen[to] === 1 || edges[edge] === weak) continue;
        isSeen[to] = 1;
        this.parent[to] = node;
        this.parentEdge[to] = edge;
        order[end++] = to;
      }
    }
    return order.subarray(0, end);
  }
}
