import type { Report } from '../../shared/report.ts';
import { fileUrl } from '../source/originalPath.ts';
import type { Profile, ProfileFunction } from './profile.ts';
import { usualDistanceMicros } from './usualDistance.ts';
import { profileFromJson, profileToJson } from './profileJson.ts';
import { reportFromJson } from '../report/reportJson.ts';

export interface SavedRun {
  profile: Profile;
  report: Report;
}

/** A node of V8's CPU profile. `callFrame` counts lines from 0, `positionTicks` from 1. */
interface CpuProfileNode {
  id: number;
  callFrame: {
    functionName: string;
    scriptId: string;
    url: string;
    lineNumber: number;
    columnNumber: number;
  };
  hitCount: number;
  children: number[];
  positionTicks: { line: number; ticks: number }[];
}

/**
 * The run as a `.cpuprofile` that Chrome DevTools, speedscope and VS Code open, with our own data,
 * which that format has no place for, in the extra key `hotframe`.
 *
 * The format knows one thread: several are laid end to end, each below a node with its name.
 */
export function saveRun(profile: Profile, report: Report): string {
  const writer = new CpuProfileWriter(profile);
  return JSON.stringify({ ...writer.write(), ...ownPart(profile, report) });
}

/** The run for ourselves alone: a twentieth of {@link saveRun}'s text, and none of its time. */
export function packRun(profile: Profile, report: Report): string {
  return JSON.stringify(ownPart(profile, report));
}

function ownPart(profile: Profile, report: Report): { hotframe: OwnPart } {
  return { hotframe: { savedRun: 1, report, profile: profileToJson(profile) } };
}

/** Reads what {@link saveRun} or {@link packRun} wrote; throws an Error with a sentence where it can't. */
export function openSavedRun(text: string): SavedRun {
  const json = readJson(text) as { hotframe?: OwnPart } | null;
  const own = json?.hotframe;
  if (own?.savedRun !== 1) throw new Error(`${strangerWords(json)}.`);
  return { report: reportFromJson(own.report), profile: profileFromJson(own.profile) };
}

interface OwnPart {
  savedRun?: unknown;
  report: unknown;
  profile: unknown;
}

/** What {@link saveRun} writes between the standard part and ours, which is last. */
const seam = ',"hotframe":{"savedRun":';

/**
 * Of a large run the standard part is nearly all of the file, and we do not need it. The seam has
 * quotation marks, so it is in no JSON string; a file that somebody has rewritten is read whole.
 */
function readJson(text: string): unknown {
  const at = text.lastIndexOf(seam);
  if (at > 0) {
    try {
      return JSON.parse(`{${text.slice(at + 1)}`);
    } catch {
      // Ours is not the last key, or something is cut off.
    }
  }
  if (text.trim() === '') throw new Error('The file is empty.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON: it is cut off or of another kind.');
  }
}

function strangerWords(json: unknown): string {
  const isForeign = typeof json === 'object' && json !== null && 'nodes' in json;
  const what = isForeign ? "It is another tool's CPU profile, and" : 'It is';
  return `${what} no run that Hotframe saved: profile the server, or open what \`hotframe run --out\` saved`;
}

class CpuProfileWriter {
  readonly #nodes: CpuProfileNode[] = [];
  readonly #ticks: Map<number, number>[] = [];
  /** Standard node by parent and function: call sites and tiers of a function are one node there. */
  readonly #byKey = new Map<string, CpuProfileNode>();
  readonly #samples: number[] = [];
  readonly #timeDeltas: number[] = [];
  #now = 0;
  #idleMicros = 0;
  readonly #root = this.#add(null, '(root)');
  readonly #idle = this.#add(this.#root, '(idle)');

  constructor(private readonly profile: Profile) {}

  write(): object {
    const { samples, isolates, intervalMicros, windowMs } = this.profile;
    const windowMicros = windowMs * 1000;
    for (const [index, isolate] of isolates.entries()) {
      const thread =
        isolate.threadId === 0
          ? `(process ${isolate.pid})`
          : `(worker thread ${isolate.threadId < 0 ? '' : `${isolate.threadId} `}of process ${isolate.pid})`;
      const top = isolates.length > 1 ? this.#add(this.#root, thread) : this.#root;
      const nodes = new Map<number, CpuProfileNode>();
      const start = index * windowMicros;
      let last = start;
      for (let i = 0; i < samples.node.length; i++) {
        if (samples.isolate[i] !== index) continue;
        const time = start + samples.timeMicros[i]!;
        // A waiting thread is not sampled: say so instead of stretching the sample before.
        if (time - last > 3 * intervalMicros) this.#sample(this.#idle, last + intervalMicros);
        last = time;
        const node = samples.node[i]!;
        if (node < 0) {
          this.#sample(this.#idle, time);
          continue;
        }
        const standard = this.#standardNode(top, node, nodes);
        const frame = this.profile.nodes.frame[node]!;
        const line = this.profile.frames.line[frame]!;
        standard.hitCount++;
        // Where only the function is known, its first line would look like one that ran.
        if (line > 0 && this.profile.frames.exact[frame] === 1) {
          const ticks = this.#ticks[standard.id - 1]!;
          ticks.set(line, (ticks.get(line) ?? 0) + 1);
        }
        this.#sample(standard, time);
      }
      if (start + windowMicros - last > 3 * intervalMicros)
        this.#sample(this.#idle, last + intervalMicros);
    }
    const endTime = Math.round(windowMicros * isolates.length);
    if (this.#isIdle) this.#idleMicros += Math.max(0, endTime - this.#now);
    // Readers that go by hits and not by times would spread the whole window over what ran.
    this.#idle.hitCount = Math.round(this.#idleMicros / usualDistanceMicros(this.profile));
    for (const node of this.#nodes) {
      node.positionTicks = [...this.#ticks[node.id - 1]!].map(([line, ticks]) => ({ line, ticks }));
    }
    return {
      nodes: this.#nodes,
      startTime: 0,
      endTime,
      samples: this.#samples,
      timeDeltas: this.#timeDeltas,
    };
  }

  get #isIdle(): boolean {
    return this.#samples.at(-1) === this.#idle.id;
  }

  #sample(node: CpuProfileNode, timeMicros: number): void {
    const time = Math.round(timeMicros);
    const delta = Math.max(0, time - this.#now);
    if (this.#isIdle) this.#idleMicros += delta;
    this.#samples.push(node.id);
    this.#timeDeltas.push(delta);
    this.#now = Math.max(this.#now, time);
  }

  #standardNode(
    top: CpuProfileNode,
    node: number,
    known: Map<number, CpuProfileNode>,
  ): CpuProfileNode {
    if (node === 0) return top;
    let standard = known.get(node);
    if (!standard) {
      const { nodes, frames } = this.profile;
      const parent = this.#standardNode(top, nodes.parent[node]!, known);
      standard = this.#functionNode(parent, frames.function[nodes.frame[node]!]!);
      known.set(node, standard);
    }
    return standard;
  }

  #functionNode(parent: CpuProfileNode, index: number): CpuProfileNode {
    const key = `${parent.id}>${index}`;
    let node = this.#byKey.get(key);
    if (!node) {
      const fn = this.profile.functions[index]!;
      const url = fn.file === '' ? '' : fileUrl(fn.file);
      node = this.#add(parent, standardName(fn), url, fn.line, fn.column);
      this.#byKey.set(key, node);
    }
    return node;
  }

  #add(
    parent: CpuProfileNode | null,
    functionName: string,
    url = '',
    line = 0,
    column = 0,
  ): CpuProfileNode {
    const node: CpuProfileNode = {
      id: this.#nodes.length + 1,
      callFrame: {
        functionName,
        scriptId: '0',
        url,
        lineNumber: line - 1,
        columnNumber: column - 1,
      },
      hitCount: 0,
      children: [],
      positionTicks: [],
    };
    this.#nodes.push(node);
    this.#ticks.push(new Map());
    parent?.children.push(node.id);
    return node;
  }
}

/**
 * The name as V8's own profiles would have it: none where there is none. Not so for the garbage
 * collector, which those have below no function: readers that know its name take it away from ours.
 */
function standardName({ name, area }: ProfileFunction): string {
  if (name === '(anonymous)') return '';
  return area === 'gc' ? '(garbage collection)' : name;
}
