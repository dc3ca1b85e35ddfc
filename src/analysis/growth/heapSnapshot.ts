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

  /** Of an object, its class. */
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

  /**
   * The stacks of allocations, with the bytes of `bytes` by their numbers.
   *
   * @param isLeftOut of the url of a script: with all that it calls
   */
  allocations(bytes: ReadonlyMap<number, number>, isLeftOut: (url: string) => boolean): HeapNode {
    const { trace_tree: tree } = this.file;
    const empty: TraceTree = [0, 0, 0, 0, []];
    return this.#allocations(tree.length > 0 ? (tree as TraceTree) : empty, bytes, isLeftOut);
  }

  #allocations(
    tree: TraceTree,
    bytes: ReadonlyMap<number, number>,
    isLeftOut: (url: string) => boolean,
  ): HeapNode {
    const [id, info, , , flat] = tree;
    const { trace_function_infos: infos, strings, snapshot } = this.file;
    const fields = snapshot.meta.trace_function_info_fields;
    const at = info * fields.length;
    const field = (name: string) => infos[at + fields.indexOf(name)] ?? 0;
    const url = strings[field('script_name')] ?? '';
    const children: HeapNode[] = [];
    const isOut = isLeftOut(url);
    for (let index = 0; index < flat.length && !isOut; index += 5) {
      children.push(this.#allocations(flat.slice(index, index + 5) as TraceTree, bytes, isLeftOut));
    }
    const callFrame = {
      functionName: strings[field('name')] ?? '',
      url,
      // Counted from 1, unlike those of other profiles of V8.
      lineNumber: field('line') - 1,
      columnNumber: field('column') - 1,
    };
    return { callFrame, selfSize: isOut ? 0 : (bytes.get(id) ?? 0), children };
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
