import { CallTree } from '../profile/callTree.ts';
import { Float64List, Int32List } from '../profile/growableArrays.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { medianIntervalMicros } from '../profile/medianInterval.ts';
import { fileUrl } from '../source/originalPath.ts';
import { RowsByOwner } from './rowsByOwner.ts';

/** Long enough that the cost of a write does not matter. */
const pieceLength = 1 << 18;
/** In place of a function: the idle mark. Those of threads are below it. */
const idleMark = -2;

/**
 * The keys of a `.cpuprofile` that Chrome DevTools, speedscope and VS Code open, as JSON without
 * the braces around them. They come in pieces, because those of a large run take hundreds of
 * megabytes. `callFrame` counts lines from 0, `positionTicks` from 1.
 *
 * The format has a single thread, so several are laid end to end, each below a node with its name.
 */
export function cpuProfileKeys(profile: Profile): Generator<string> {
  return new CpuProfileWriter(profile).pieces();
}

class CpuProfileWriter {
  /** A function's call sites and tiers share a node here. Numbers in the file are larger by 1. */
  readonly #tree = new CallTree();
  /** Lines with ticks, as children of the nodes of `#tree`. */
  readonly #lines = new CallTree();
  readonly #ticks = new Int32List();
  readonly #samples = new Int32List();
  readonly #timeDeltas = new Float64List();
  readonly #idle = this.#tree.child(0, idleMark);
  #hits = new Float64Array(0);
  #now = 0;
  #idleMicros = 0;
  #endTime = 0;

  constructor(private readonly profile: Profile) {}

  *pieces(): Generator<string> {
    this.#addSamples();
    yield '"nodes":[';
    yield* this.#nodes();
    yield `],"startTime":0,"endTime":${JSON.stringify(this.#endTime)},"samples":[`;
    const { items, length } = this.#samples;
    yield* numbers(items.subarray(0, length));
    yield '],"timeDeltas":[';
    yield* numbers(this.#timeDeltas.items.subarray(0, this.#timeDeltas.length));
    yield ']';
  }

  #addSamples(): void {
    const { samples, isolates, intervalMicros, windowMs, nodes, frames } = this.profile;
    const windowMicros = windowMs * 1000;
    const standardOf = new Int32Array(nodes.parent.length);
    this.#ticks.push(0);
    const hits = new Float64List();
    for (const index of isolates.keys()) {
      const top = isolates.length > 1 ? this.#tree.child(0, idleMark - 1 - index) : 0;
      standardOf.fill(-1);
      standardOf[0] = top;
      const start = index * windowMicros;
      let last = start;
      for (let i = 0; i < samples.node.length; i++) {
        if (samples.isolate[i] !== index) continue;
        const time = start + samples.timeMicros[i]!;
        // An idle thread is not sampled. Add idle time instead of stretching the sample before.
        if (time - last > 3 * intervalMicros) this.#sample(this.#idle, last + intervalMicros);
        last = time;
        const node = samples.node[i]!;
        if (node < 0) {
          this.#sample(this.#idle, time);
          continue;
        }
        const standard = this.#standardNode(node, standardOf);
        const frame = nodes.frame[node]!;
        const line = frames.line[frame]!;
        while (hits.length <= standard) hits.push(0);
        hits.items[standard]!++;
        // If only the function is known, a tick on its first line would look like a line that ran.
        if (line > 0 && frames.exact[frame] === 1) this.#tick(standard, line);
        this.#sample(standard, time);
      }
      if (start + windowMicros - last > 3 * intervalMicros)
        this.#sample(this.#idle, last + intervalMicros);
    }
    this.#endTime = Math.round(windowMicros * isolates.length);
    if (this.#isIdle) this.#idleMicros += Math.max(0, this.#endTime - this.#now);
    this.#hits = new Float64Array(this.#tree.length);
    this.#hits.set(hits.items.subarray(0, hits.length));
    // Readers that use hits instead of times would spread the whole window over the code that ran.
    this.#hits[this.#idle] = Math.round(this.#idleMicros / medianIntervalMicros(this.profile));
  }

  get #isIdle(): boolean {
    const { length } = this.#samples;
    return length > 0 && this.#samples.at(length - 1) === this.#idle + 1;
  }

  #sample(standard: number, timeMicros: number): void {
    const time = Math.round(timeMicros);
    const delta = Math.max(0, time - this.#now);
    if (this.#isIdle) this.#idleMicros += delta;
    this.#samples.push(standard + 1);
    this.#timeDeltas.push(delta);
    this.#now = Math.max(this.#now, time);
  }

  #tick(standard: number, line: number): void {
    const at = this.#lines.child(standard, line);
    if (at === this.#ticks.length) this.#ticks.push(1);
    else this.#ticks.items[at]!++;
  }

  /** @param standardOf the node here for each node of the profile, -1 if there is none yet */
  #standardNode(node: number, standardOf: Int32Array): number {
    const { nodes, frames } = this.profile;
    const path: number[] = [];
    let up = node;
    for (; standardOf[up]! < 0; up = nodes.parent[up]!) path.push(up);
    let standard = standardOf[up]!;
    for (let i = path.length - 1; i >= 0; i--) {
      standard = this.#tree.child(standard, frames.function[nodes.frame[path[i]!]!]!);
      standardOf[path[i]!] = standard;
    }
    return standard;
  }

  *#nodes(): Generator<string> {
    const { parents, frames, length } = this.#tree;
    const children = new RowsByOwner(parents, length);
    const lines = new RowsByOwner(this.#lines.parents, length);
    const callFrames: string[] = [];
    let piece = '';
    for (let node = 0; node < length; node++) {
      const fn = frames.at(node);
      const callFrame = fn < 0 ? this.#ofMark(fn) : (callFrames[fn] ??= this.#ofFunction(fn));
      piece += `${node === 0 ? '' : ','}{"id":${node + 1},"callFrame":${callFrame},"hitCount":${JSON.stringify(this.#hits[node]!)},"children":[`;
      const first = children.from(node);
      for (let i = first; i < children.to(node); i++) {
        piece += i === first ? children.at(i) + 1 : `,${children.at(i) + 1}`;
      }
      piece += '],"positionTicks":[';
      const firstLine = lines.from(node);
      for (let i = firstLine; i < lines.to(node); i++) {
        const at = lines.at(i);
        piece += `${i === firstLine ? '' : ','}{"line":${this.#lines.frames.at(at)},"ticks":${this.#ticks.at(at)}}`;
      }
      piece += ']}';
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }

  #ofFunction(index: number): string {
    const fn = this.profile.functions[index]!;
    const url = fn.file === '' ? '' : fileUrl(fn.file);
    return callFrameJson(standardName(fn), url, fn.line, fn.column);
  }

  #ofMark(mark: number): string {
    if (mark >= idleMark) return callFrameJson(mark === idleMark ? '(idle)' : '(root)');
    const { pid, threadId } = this.profile.isolates[idleMark - 1 - mark]!;
    return callFrameJson(
      threadId === 0
        ? `(process ${pid})`
        : `(worker thread ${threadId < 0 ? '' : `${threadId} `}of process ${pid})`,
    );
  }
}

function callFrameJson(functionName: string, url = '', line = 0, column = 0): string {
  const place = { lineNumber: line - 1, columnNumber: column - 1 };
  return JSON.stringify({ functionName, scriptId: '0', url, ...place });
}

function* numbers(values: Int32Array | Float64Array): Generator<string> {
  const step = pieceLength >> 3;
  for (let from = 0; from < values.length; from += step) {
    yield `${from === 0 ? '' : ','}${values.subarray(from, from + step).join()}`;
  }
}

/**
 * The name as in V8's own profiles, where anonymous functions have an empty one. The garbage
 * collector's name differs on purpose: V8 puts it below no function, so readers that know its name
 * would detach ours.
 */
function standardName({ name, area }: ProfileFunction): string {
  if (name === '(anonymous)') return '';
  return area === 'gc' ? '(garbage collection)' : name;
}
