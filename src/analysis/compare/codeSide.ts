import { isSamePath, isWindowsPath } from '../../shared/filePaths.ts';
import type { Visibility } from '../../shared/flameWire.ts';
import type { Report } from '../../shared/report.ts';
import type { RequestTimes, WaitName } from '../../shared/requestTimes.ts';
import { flameCounts } from '../flame/flameCounts.ts';
import { visibleCalls } from '../flame/flameVisible.ts';
import { SourceText } from '../text/functionText.ts';
import type { CodeFunction } from './matchFunctions.ts';
import { routeCosts, type RouteCosts } from './routeCosts.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { VisibleTree } from '../flame/visibleTree.ts';

/** The figures of one run on the cost of each function and line. */
export interface RunCosts {
  order: number;
  /** CPU time of a request by the system's accounting; null if unknown. */
  cpuMicrosPerRequest: number | null;
  /** CPU time of a request by the samples. */
  sampledMicrosPerRequest: number;
  onCpu: number;
  /** Self samples by index into {@link CodeSide.functions}. */
  self: Map<number, number>;
  /** Self samples by function and line. */
  lines: Map<number, Map<number, number>>;
  /** By function and line, the variance of those samples by what the line is charged after awaits. */
  awaitVariances: Map<number, Map<number, number>>;
  /** The waits of requests, by path and line; null if they were not followed. */
  waits: Map<string, LineWait> | null;
  /** Null if the load had one route alone, or they were not learned. */
  routes: RouteCosts | null;
}

/** How long a request waits at a line. */
export interface LineWait {
  path: string;
  file: string;
  line: number;
  ms: number;
  /** Standard error of `ms`. */
  errorMs: number;
  /** The thing that the longest wait there is for. */
  name: WaitName;
}

/**
 * One state of the code, built up from its runs. A run's profile is read and not kept. Files are
 * identified by their path from the run's folder, so that copies of the code count as one.
 */
export class CodeSide {
  readonly functions: SideFunction[] = [];
  readonly runs: RunCosts[] = [];
  readonly texts = new Map<string, SourceText>();
  /** Merged over all runs. */
  readonly tree = new VisibleTree();
  /** A file whose text differs between runs; null if all ran the same code. */
  mixedFile: string | null = null;
  readonly #indexes = new Map<string, number>();
  /** Full paths in the first run that had the file, by path. */
  readonly #files = new Map<string, string>();

  constructor(private readonly visibility: Visibility) {}

  /** Returns false if the run has no samples or no answered requests. */
  add(profile: Profile, { load, sampling, target, routes }: Report, order: number): boolean {
    const { onCpu } = flameCounts(profile);
    if (!load || load.requests === 0 || onCpu === 0) return false;
    const run: RunCosts = {
      order,
      cpuMicrosPerRequest: sampling?.cpuMicrosPerRequest ?? null,
      sampledMicrosPerRequest: (onCpu * profile.intervalMicros) / load.requests,
      onCpu,
      self: new Map(),
      lines: new Map(),
      awaitVariances: new Map(),
      waits: profile.requests ? waitsOf(profile.requests, target?.cwd ?? '') : null,
      routes: routeCosts(routes, onCpu),
    };
    const indexes = this.#indexesOf(profile, target?.cwd ?? '');
    const calls = visibleCalls(profile, this.visibility, 'folded');
    for (let node = 1; node < calls.self.length; node++) {
      const samples = calls.self[node]!;
      if (samples === 0) continue;
      const frame = profile.nodes.frame[node]!;
      const fn = indexes[profile.frames.function[frame]!]!;
      run.self.set(fn, (run.self.get(fn) ?? 0) + samples);
      const line = profile.frames.line[frame]!;
      const lines = run.lines.get(fn) ?? new Map<number, number>();
      lines.set(line, (lines.get(line) ?? 0) + samples);
      run.lines.set(fn, lines);
      const error = profile.awaitErrors?.get(
        `${profile.functions[profile.frames.function[frame]!]!.file}:${line}`,
      );
      if (error === undefined) continue;
      const variances = run.awaitVariances.get(fn) ?? new Map<number, number>();
      run.awaitVariances.set(fn, variances.set(line, (error * onCpu) ** 2));
    }
    this.tree.add(profile, calls, indexes);
    this.runs.push(run);
    return true;
  }

  /** The text of a file, null if unknown. `file` is a path as in a function. */
  textOf(file: string): SourceText | null {
    const path = this.functions.find((fn) => isSamePath(fn.file, file))?.path;
    return path === undefined ? null : (this.texts.get(path) ?? null);
  }

  /** A line's text, trimmed and cut; empty if unknown. `file` is a path as in a function. */
  lineText(file: string, line: number): string {
    const text = this.textOf(file)?.lines[line - 1] ?? '';
    return text.trim().slice(0, maxLineText);
  }

  /** Adds a function that this state has no sample of, if its text is in the given place. */
  addWithoutSamples(fn: SideFunction, line: number): void {
    const { name, path, column } = fn;
    const file = this.#files.get(path);
    if (file === undefined || !this.texts.get(path)?.functionAt(name, line, column)) return;
    this.#indexAt({ ...fn, file, line }, path);
  }

  /** The index here of each function of a profile. */
  #indexesOf(profile: Profile, root: string): Int32Array {
    for (const [file, text] of profile.sources) {
      const path = pathFrom(root, file);
      const known = this.texts.get(path);
      if (known && known.text !== text) this.mixedFile ??= path;
      if (known) continue;
      this.texts.set(path, new SourceText(text));
      this.#files.set(path, file);
    }
    return Int32Array.from(profile.functions, (fn) => this.#indexAt(fn, pathFrom(root, fn.file)));
  }

  #indexAt(fn: PlacedFunction, path: string): number {
    const { name, file, line, column, area, package: of } = fn;
    const key = `${line}:${column}:${area}:${path}\n${name}`;
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.functions.length;
    this.#indexes.set(key, index);
    // Only visible areas get texts: finding all functions' ends in node_modules takes seconds.
    const isShown = this.visibility.areas.includes(area);
    const source = isShown ? this.texts.get(path) : undefined;
    const text = source?.functionAt(name, line, column) ?? null;
    this.functions.push({ name, path, file, line, column, area, package: of, text });
    return index;
  }
}

function waitsOf({ lines, sampled }: RequestTimes, root: string): Map<string, LineWait> {
  const waits = lines.map(({ file, line, waitMs, waits }): [string, LineWait] => {
    const path = pathFrom(root, file);
    const { kind, target } = waits[0]!;
    // As if single waits were spread as widely as those that have no memory; most are less.
    const errorMs = waitMs / Math.sqrt(sampled);
    const name = { kind, target };
    return [`${path}:${line}`, { ...{ path, file, line, ms: waitMs }, errorMs, name }];
  });
  return new Map(waits);
}

type PlacedFunction = Pick<
  ProfileFunction,
  'name' | 'file' | 'line' | 'column' | 'area' | 'package'
>;

/** Tables show no more than this. */
const maxLineText = 200;

export type SideFunction = CodeFunction & Pick<ProfileFunction, 'file' | 'area' | 'package'>;

/** The path below the root or node_modules, which is the same in another copy of the code. */
export function pathFrom(root: string, file: string): string {
  const slashes = file.replaceAll('\\', '/');
  const modules = slashes.lastIndexOf('/node_modules/');
  if (modules >= 0) return slashes.slice(modules + 1);
  if (!/^(?:\/|[A-Za-z]:\/)/.test(slashes)) return slashes;
  const from = root.replaceAll('\\', '/').split('/').filter(Boolean);
  const to = slashes.split('/').filter(Boolean);
  // A saved run from Windows may spell the folder in another case than its files.
  const isSame = isWindowsPath(file)
    ? (a: string, b = '') => a.toLowerCase() === b.toLowerCase()
    : (a: string, b = '') => a === b;
  let common = 0;
  while (common < from.length && isSame(from[common]!, to[common])) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
