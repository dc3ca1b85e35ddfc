import { isSamePath, isWindowsPath } from '../../shared/filePaths.ts';
import type { Visibility } from '../../shared/flameWire.ts';
import type { Report } from '../../shared/report.ts';
import { flameCounts } from '../flame/flameCounts.ts';
import { visibleCalls } from '../flame/flameVisible.ts';
import { SourceText } from '../source/functionText.ts';
import type { CodeFunction } from './matchFunctions.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { VisibleTree } from '../flame/visibleTree.ts';

/** What one run says of the cost of each function and line. */
export interface RunCosts {
  order: number;
  /** CPU time of a request by the system's accounting; null where it is not known. */
  cpuMicrosPerRequest: number | null;
  /** The same by the samples. */
  sampledMicrosPerRequest: number;
  onCpu: number;
  /** Self samples by function, index into {@link CodeSide.functions}. */
  self: Map<number, number>;
  /** The same by function and line. */
  lines: Map<number, Map<number, number>>;
}

/**
 * One state of the code, as its runs have met it: a run is read in and not kept. Files are told by
 * their path from the folder that the run was in, so that copies of the code are one.
 */
export class CodeSide {
  readonly functions: SideFunction[] = [];
  readonly runs: RunCosts[] = [];
  /** By path. */
  readonly texts = new Map<string, SourceText>();
  /** Of all runs together. */
  readonly tree = new VisibleTree();
  /** A file that was not the same in all runs; null where all ran one code. */
  mixedFile: string | null = null;
  readonly #indexes = new Map<string, number>();
  /** As the first run had it, by path. */
  readonly #files = new Map<string, string>();

  constructor(private readonly visibility: Visibility) {}

  /** False where the run has no samples or no answers. */
  add(profile: Profile, { load, sampling, target }: Report, order: number): boolean {
    const { onCpu } = flameCounts(profile);
    if (!load || load.requests === 0 || onCpu === 0) return false;
    const run: RunCosts = {
      order,
      cpuMicrosPerRequest: sampling?.cpuMicrosPerRequest ?? null,
      sampledMicrosPerRequest: (onCpu * profile.intervalMicros) / load.requests,
      onCpu,
      self: new Map(),
      lines: new Map(),
    };
    const indexes = this.#indexesOf(profile, target?.cwd ?? '');
    const calls = visibleCalls(profile, this.visibility);
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
    }
    this.tree.add(profile, calls, indexes);
    this.runs.push(run);
    return true;
  }

  /** Null where it is not known; `file` as a function has it. */
  textOf(file: string): SourceText | null {
    const path = this.functions.find((fn) => isSamePath(fn.file, file))?.path;
    return path === undefined ? null : (this.texts.get(path) ?? null);
  }

  /** Trimmed and cut; empty where the text is not known. `file` as a function has it. */
  lineText(file: string, line: number): string {
    const text = this.textOf(file)?.lines[line - 1] ?? '';
    return text.trim().slice(0, maxLineText);
  }

  /**
   * A function that is in this state's code without a sample. Nothing where the text of its file is not
   * known, or has no function there.
   */
  addWithoutSamples(fn: SideFunction, line: number): void {
    const { name, path, column } = fn;
    const file = this.#files.get(path);
    if (file === undefined || !this.texts.get(path)?.functionAt(name, line, column)) return;
    this.#indexAt({ ...fn, file, line }, path);
  }

  /** Of each function of a profile, its index here. */
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
    // Only what is looked at: to find the ends of functions in all of node_modules takes seconds.
    const isShown = this.visibility.areas.includes(area);
    const source = isShown ? this.texts.get(path) : undefined;
    const text = source?.functionAt(name, line, column) ?? null;
    this.functions.push({ name, path, file, line, column, area, package: of, text });
    return index;
  }
}

type PlacedFunction = Pick<
  ProfileFunction,
  'name' | 'file' | 'line' | 'column' | 'area' | 'package'
>;

/** More is in no table's sight. */
const maxLineText = 200;

export type SideFunction = CodeFunction & Pick<ProfileFunction, 'file' | 'area' | 'package'>;

/**
 * The path of a file that is the same in another copy of the code: from the root, and of what is
 * installed from its node_modules, wherever that is.
 */
export function pathFrom(root: string, file: string): string {
  const slashes = file.replaceAll('\\', '/');
  const modules = slashes.lastIndexOf('/node_modules/');
  if (modules >= 0) return slashes.slice(modules + 1);
  if (!/^(?:\/|[A-Za-z]:\/)/.test(slashes)) return slashes;
  const from = root.replaceAll('\\', '/').split('/').filter(Boolean);
  const to = slashes.split('/').filter(Boolean);
  // A saved run of Windows may spell the folder another way than its files.
  const isSame = isWindowsPath(file)
    ? (a: string, b = '') => a.toLowerCase() === b.toLowerCase()
    : (a: string, b = '') => a === b;
  let common = 0;
  while (common < from.length && isSame(from[common]!, to[common])) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
