import type { Visibility } from '../shared/flameWire.ts';
import type { Report } from '../shared/report.ts';
import { flameCounts } from './flameCounts.ts';
import { visibleCalls } from './flameVisible.ts';
import { SourceText } from './functionText.ts';
import type { CodeFunction } from './matchFunctions.ts';
import type { Profile, ProfileFunction } from './profile.ts';

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

/** One state of the code, as its runs have met it: a run is read in and not kept. */
export class CodeSide {
  readonly functions: SideFunction[] = [];
  readonly runs: RunCosts[] = [];
  /** By absolute file. */
  readonly texts = new Map<string, SourceText>();
  readonly #indexes = new Map<string, number>();

  constructor(
    /** The folder that the state is in: the paths of its files begin there. */
    private readonly root: string,
    private readonly visibility: Visibility,
  ) {}

  /** False where the run has no samples or no answers. */
  add(profile: Profile, { load, sampling }: Report, order: number): boolean {
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
    const { self } = visibleCalls(profile, this.visibility);
    const indexes = this.indexesOf(profile);
    for (let node = 1; node < self.length; node++) {
      const samples = self[node]!;
      if (samples === 0) continue;
      const frame = profile.nodes.frame[node]!;
      const fn = indexes[profile.frames.function[frame]!]!;
      run.self.set(fn, (run.self.get(fn) ?? 0) + samples);
      const line = profile.frames.line[frame]!;
      const lines = run.lines.get(fn) ?? new Map<number, number>();
      lines.set(line, (lines.get(line) ?? 0) + samples);
      run.lines.set(fn, lines);
    }
    this.runs.push(run);
    return true;
  }

  /** Of each function of a profile, its index here. */
  indexesOf(profile: Profile): Int32Array {
    for (const [file, text] of profile.sources) {
      if (!this.texts.has(file)) this.texts.set(file, new SourceText(text));
    }
    return Int32Array.from(profile.functions, (fn) => this.#indexOf(fn));
  }

  #indexOf(fn: ProfileFunction): number {
    const { name, file, line, column, area, package: of } = fn;
    const key = `${line}:${column}:${area}:${file}\n${name}`;
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.functions.length;
    this.#indexes.set(key, index);
    const text = this.texts.get(file)?.functionAt(name, line, column) ?? null;
    const path = pathFrom(this.root, file);
    this.functions.push({ name, path, file, line, column, area, package: of, text });
    return index;
  }
}

export type SideFunction = CodeFunction & Pick<ProfileFunction, 'file' | 'area' | 'package'>;

/**
 * The path of a file that is the same in another copy of the code: from the root, and of what is
 * installed from its node_modules, wherever that is.
 */
export function pathFrom(root: string, file: string): string {
  const slashes = file.replaceAll('\\', '/');
  const modules = slashes.lastIndexOf('/node_modules/');
  if (modules >= 0) return slashes.slice(modules + 1);
  const from = root.replaceAll('\\', '/').split('/').filter(Boolean);
  const to = slashes.split('/').filter(Boolean);
  if (!/^(?:\/|[A-Za-z]:)/.test(slashes)) return slashes;
  let common = 0;
  while (common < from.length && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
