import type { CodePlace } from '../../shared/codeChange.ts';
import {
  microsOf,
  type DiffFlame,
  type DiffFlameNode,
  type DiffFlameQuery,
  type DiffSamples,
  type DiffSide,
} from '../../shared/diffFlameWire.ts';
import type { Searchable } from '../../shared/flameMatch.ts';
import { CallTree } from '../profile/callTree.ts';
import type { CodeSide } from './codeSide.ts';
import { drawWidest } from '../flame/flameDraw.ts';
import { FrameCosts } from './frameCosts.ts';
import { noVisibleId, rootId } from '../flame/flameNode.ts';
import type { FunctionMatch } from './matchFunctions.ts';

/** Both states' visible calls as one tree over matched functions, in flat arrays. */
export class DiffFlameTree {
  /** Node 1 is `(no visible frame)`. */
  readonly #calls = new CallTree();
  readonly #sides: Record<'base' | 'head', SideWidths>;
  readonly #children: number[][];
  readonly #costs: FrameCosts;

  constructor(
    private readonly base: CodeSide,
    private readonly head: CodeSide,
    /** Matched functions of both states; their indexes are the `functionId`s. */
    private readonly matches: readonly FunctionMatch[],
  ) {
    this.#calls.child(rootId, noVisibleFunction);
    const nodesOf = {
      base: this.#merge(base, (match) => match.base),
      head: this.#merge(head, (match) => match.head),
    };
    this.#sides = {
      base: new SideWidths(base, nodesOf.base, this.#calls),
      head: new SideWidths(head, nodesOf.head, this.#calls),
    };
    this.#children = Array.from({ length: this.#calls.length }, () => []);
    for (let node = 1; node < this.#calls.length; node++) {
      this.#children[this.#calls.parents.at(node)]!.push(node);
    }
    this.#costs = new FrameCosts(this.#calls, base, head, nodesOf);
  }

  /** Throws an Error if `rootId` is unknown. */
  query({ rootId: id = rootId, minShare }: Pick<DiffFlameQuery, 'rootId' | 'minShare'>): DiffFlame {
    if (!Number.isInteger(id) || id < 0 || id >= this.#calls.length) {
      throw new Error(`This flamegraph has no frame ${id}: reset the zoom and try again.`);
    }
    const top = this.#frame(id);
    const elide = (parent: DiffFlameNode, frame: Frame) => addTo(parent.elided, frame.total);
    return {
      base: this.#sides.base.scale,
      head: this.#sides.head.scale,
      root: drawWidest(top, minShare * top.samples, elide),
    };
  }

  /** CPU time of a request in matching frames, counted once a stack, and matching functions. */
  search(matches: (frame: Searchable) => boolean): DiffMatches {
    const isMatch = this.matches.map(({ base, head }) =>
      [this.base.functions[base], this.head.functions[head]].some((fn) => fn && matches(fn)),
    );
    const isBelow = new Uint8Array(this.#calls.length);
    const found = new Set<number>();
    const samples: DiffSamples = { base: 0, head: 0 };
    for (let node = 1; node < isBelow.length; node++) {
      const fn = this.#calls.frames.at(node);
      if (isMatch[fn]) found.add(fn);
      if (!isMatch[fn] && isBelow[this.#calls.parents.at(node)] === 0) continue;
      isBelow[node] = 1;
      samples.base += this.#sides.base.self[node]!;
      samples.head += this.#sides.head.self[node]!;
    }
    return {
      functions: found.size,
      baseMicros: microsOf(samples.base, this.#sides.base.scale),
      headMicros: microsOf(samples.head, this.#sides.head.scale),
    };
  }

  /** Merges a side's tree into this one. Returns the node here for each of its nodes. */
  #merge({ functions, tree }: CodeSide, of: (match: FunctionMatch) => number): Int32Array {
    const matchOf = new Int32Array(functions.length);
    this.matches.forEach((match, index) => {
      if (of(match) >= 0) matchOf[of(match)] = index;
    });
    const merged = new Int32Array(tree.calls.length);
    for (let node = 1; node < merged.length; node++) {
      const above = merged[tree.calls.parents.at(node)]!;
      merged[node] = this.#calls.child(above, matchOf[tree.calls.frames.at(node)]!);
    }
    return merged;
  }

  #frame(id: number): Frame {
    const { base, head } = this.#sides;
    const total = { base: base.total[id]!, head: head.total[id]! };
    return {
      total,
      // Frames are sorted and left out by the wider of their two widths, in microseconds.
      samples: Math.max(total.base * base.microsPerSample, total.head * head.microsPerSample),
      draw: (least) => {
        const node = this.#node(id, total);
        const children: Frame[] = [];
        for (const child of this.#children[id]!) {
          const frame = this.#frame(child);
          if (frame.samples === 0) continue;
          if (frame.samples < least) addTo(node.elided, frame.total);
          else children.push(frame);
        }
        return { node, children };
      },
    };
  }

  #node(id: number, total: DiffSamples): DiffFlameNode {
    const { base, head } = this.#sides;
    const match = this.matches[this.#calls.frames.at(id)];
    const [from, to] = [
      this.base.functions[match?.base ?? -1],
      this.head.functions[match?.head ?? -1],
    ];
    const fn = to ?? from;
    const placeOf = (of: typeof fn, line: number): CodePlace | null =>
      of
        ? { name: of.name, file: of.file, line: line || of.line, column: line ? 1 : of.column }
        : null;
    return {
      id,
      functionId: match ? this.#calls.frames.at(id) : -1,
      name: fn?.name ?? (id === noVisibleId ? '(no visible frame)' : '(all)'),
      area: fn?.area ?? 'app',
      package: fn?.package ?? '',
      fate: match?.fate ?? 'same',
      isEdited: match?.isEdited ?? null,
      basePlace: placeOf(from, base.line[id]!),
      headPlace: placeOf(to, head.line[id]!),
      total,
      self: { base: base.self[id]!, head: head.self[id]! },
      elided: { base: 0, head: 0 },
      ...this.#costs.changeOf(id),
      children: [],
    };
  }
}

export interface DiffMatches {
  functions: number;
  baseMicros: number;
  headMicros: number;
}

/** A number that no function has. */
const noVisibleFunction = 2 ** 31 - 1;

interface Frame {
  total: DiffSamples;
  /** The wider of both widths, in microseconds of a request. */
  samples: number;
  draw(leastMicros: number): { node: DiffFlameNode; children: Frame[] };
}

/** Widths of one state by node of the merged tree, in samples. */
class SideWidths {
  readonly scale: DiffSide;
  readonly total: Float64Array;
  readonly self: Float64Array;
  /** 0 if no line is known. */
  readonly line: Int32Array;

  constructor({ runs, tree }: CodeSide, mergedOf: Int32Array, calls: CallTree) {
    this.self = new Float64Array(calls.length);
    this.line = new Int32Array(calls.length);
    for (let node = 1; node < mergedOf.length; node++) {
      const at = mergedOf[node]!;
      this.self[at]! += tree.self[node] ?? 0;
      this.line[at] ||= tree.line[node] ?? 0;
    }
    this.self[noVisibleId] = tree.unattributed;
    this.total = this.self.slice();
    for (let node = calls.length - 1; node > 0; node--) {
      this.total[calls.parents.at(node)]! += this.total[node]!;
    }
    const micros = runs.map((run) => run.cpuMicrosPerRequest ?? run.sampledMicrosPerRequest);
    this.scale = {
      runs: runs.length,
      onCpu: tree.onCpu,
      microsPerRequest: micros.reduce((sum, each) => sum + each, 0) / (micros.length || 1),
    };
  }

  get microsPerSample(): number {
    return this.scale.onCpu === 0 ? 0 : this.scale.microsPerRequest / this.scale.onCpu;
  }
}

function addTo(samples: DiffSamples, more: DiffSamples): void {
  samples.base += more.base;
  samples.head += more.head;
}
