import type {
  FunctionReport,
  IcReport,
  LineReport,
  PackageReport,
  Report,
  SamplingReport,
  V8Shares,
} from '../../shared/report.ts';
import type { Area, PartShares, TierShares } from '../../shared/vocabulary.ts';
import { deoptsOfFunctions } from './functionDeopts.ts';
import { idleShare } from './idleShare.ts';
import { icsByLine } from './lineIcs.ts';
import { LineBuiltins } from './lineBuiltins.ts';
import { judge } from './marker.ts';
import { addStories, type Told } from './tierStories.ts';
import { tierOfCode, type Profile } from '../profile/profile.ts';

/** What of a report comes from samples alone. */
export type SampleReport = Pick<Report, 'lines' | 'functions' | 'packages' | 'unattributed'> &
  Pick<
    SamplingReport,
    'samples' | 'onCpu' | 'idleShare' | 'idleOf' | 'gcShare' | 'unattributedShare'
  > & {
    withoutJs: V8Shares;
    /** What is visible. */
    areas: Area[];
  };

/** Lines, functions and packages of a profile, with the time of hidden frames in the nearest visible caller. */
export function buildReport(profile: Profile, visible: ReadonlySet<Area>): SampleReport {
  const { functions, frames, nodes, samples } = profile;
  const nodeSamples = new Float64Array(nodes.parent.length);
  let onCpu = 0;
  for (let i = 0; i < samples.node.length; i++) {
    const node = samples.node[i]!;
    if (node < 0) continue;
    nodeSamples[node]!++;
    onCpu++;
  }
  const share = onCpu > 0 ? 1 / onCpu : 0;

  const lines = new Map<string, Tally>();
  const lineOfFrame: Tally[] = [];
  const tallies = functions.map(() => new Tally());
  const packages = new Map<string, Tally>();
  const unattributed = new Map<number, number>();
  const withoutJs: V8Shares = { native: 0, v8: 0, gc: 0 };
  let gc = 0;
  let unattributedSamples = 0;

  const line = (frame: number): Tally => {
    const fn = functions[frames.function[frame]!]!;
    const key = `${fn.file}:${frames.line[frame]}`;
    let tally = lines.get(key);
    if (!tally) {
      tally = new Tally();
      tally.file = fn.file;
      tally.line = frames.line[frame]!;
      lines.set(key, tally);
    }
    return (lineOfFrame[frame] ??= tally);
  };
  const packageOf = (fn: number): Tally => {
    const name = packageName(functions[fn]!);
    let tally = packages.get(name);
    if (!tally) packages.set(name, (tally = new Tally()));
    return tally;
  };
  const codeFlags = Uint8Array.from(functions, ({ area }) => (codeAreas.has(area) ? 1 : 0));
  const visibleFlags = Uint8Array.from(functions, ({ area }) => (visible.has(area) ? 1 : 0));
  const isCode = (fn: number): boolean => codeFlags[fn] === 1;
  const isVisible = (fn: number): boolean => visibleFlags[fn] === 1;

  // Self: each node's samples go to the innermost visible frame of its stack.
  for (let node = 1; node < nodeSamples.length; node++) {
    const count = nodeSamples[node]!;
    if (count === 0) continue;
    const leafFrame = nodes.frame[node]!;
    const leaf = frames.function[leafFrame]!;
    if (functions[leaf]!.area === 'gc') gc += count;
    let charged = -1;
    let owner = -1;
    for (let up = node; up > 0 && (charged < 0 || owner < 0); up = nodes.parent[up]!) {
      const fn = frames.function[nodes.frame[up]!]!;
      if (charged < 0 && isVisible(fn)) charged = nodes.frame[up]!;
      if (owner < 0 && isCode(fn)) owner = fn;
    }
    const called = calledPartOf(functions[leaf]!.area);
    if (owner < 0) withoutJs[called ?? 'native'] += count;
    else {
      const tally = packageOf(owner);
      tally.self += count;
      if (called) tally.parts[called] += count;
    }
    if (charged < 0) {
      unattributedSamples += count;
      // The innermost code says more than the builtin that it was in.
      const what = owner >= 0 ? owner : leaf;
      unattributed.set(what, (unattributed.get(what) ?? 0) + count);
      if (isCode(leaf)) tallies[leaf]!.addOwn(count, frames.tier[leafFrame]!);
      continue;
    }
    const chargedFunction = frames.function[charged]!;
    const at = line(charged);
    at.self += count;
    if (frames.exact[charged] === 0) at.inexact += count;
    tallies[chargedFunction]!.self += count;
    if (charged === leafFrame) {
      at.addOwn(count, frames.tier[leafFrame]!);
    } else {
      const part = partOf(functions[leaf]!.area);
      if (part) at.parts[part] += count;
      if (part === 'v8') at.builtins.add(leaf, count);
    }
    if (isCode(leaf)) tallies[leaf]!.addOwn(count, frames.tier[leafFrame]!);
  }

  addTotals(profile, nodeSamples, (frame) => {
    const fn = frames.function[frame]!;
    const found: Tally[] = [];
    if (isCode(fn)) found.push(tallies[fn]!, packageOf(fn));
    if (isVisible(fn) && isCode(fn)) found.push(line(frame));
    return found;
  });

  const deopts = deoptsOfFunctions(profile);
  const functionReports: FunctionReport[] = [];
  const told: Told[] = [];
  for (const [index, fn] of functions.entries()) {
    const tally = tallies[index]!;
    const lost = deopts.get(index);
    if (!isCode(index) || (tally.total === 0 && !lost)) continue;
    const { marker, reason } = judge({
      selfShare: tally.self * share,
      ownShare: tally.own * share,
      ownSamples: tally.own,
      tierSamples: tally.tiers,
      deopts: lost,
      functionFile: fn.file,
    });
    const report: FunctionReport = {
      name: fn.name,
      file: fn.file,
      line: fn.line,
      column: fn.column,
      area: fn.area,
      package: fn.package,
      self: tally.self * share,
      own: tally.own * share,
      total: tally.total * share,
      tiers: scaled(tally.tiers, share),
      marker,
      reason,
      deopts: lost?.sites ?? [],
    };
    functionReports.push(report);
    told.push({ index, report, deopts: lost });
  }
  addStories(profile, told);

  const ics = icsByLine(profile);
  const lineReports: LineReport[] = [];
  for (const tally of lines.values()) {
    // Of a part of the processes, the tree has the others' lines too.
    if (tally.line === 0 || tally.total === 0) continue;
    lineReports.push({
      file: tally.file,
      line: tally.line,
      self: tally.self * share,
      own: tally.own * share,
      total: tally.total * share,
      parts: scaled(tally.parts, share),
      tiers: scaled(tally.tiers, share),
      exact: tally.inexact * 2 <= tally.self,
      ...tally.builtins.report(functions, share),
      ...icsOf(ics.get(`${tally.file}:${tally.line}`)),
    });
  }

  const packageReports: PackageReport[] = [...packages]
    .filter(([, tally]) => tally.total > 0)
    .map(
      ([
        name,
        {
          self,
          total,
          parts: { native, v8, gc },
        },
      ]) => ({
        name,
        self: self * share,
        total: total * share,
        parts: scaled({ native, v8, gc }, share),
      }),
    );

  const bySelf = (a: { self: number; total: number }, b: { self: number; total: number }): number =>
    b.self - a.self || b.total - a.total;
  return {
    lines: lineReports.sort(bySelf),
    functions: functionReports.sort((a, b) => bySelf(a, b) || b.own - a.own),
    packages: packageReports.sort(bySelf),
    unattributed: [...unattributed]
      .map(([index, count]) => {
        const { name, area, package: of } = functions[index]!;
        return { name, area, package: of, self: count * share };
      })
      .sort((a, b) => b.self - a.self),
    samples: samples.node.length,
    onCpu,
    ...idleShare(profile),
    gcShare: gc * share,
    unattributedShare: unattributedSamples * share,
    withoutJs: scaled(withoutJs, share),
    areas: [...visible],
  };
}

function icsOf(ics: IcReport[] | undefined): Pick<LineReport, 'ics'> {
  return ics ? { ics } : {};
}

/** Counts of samples of one line, function or package. */
class Tally {
  file = '';
  line = 0;
  self = 0;
  own = 0;
  total = 0;
  /** Self samples of which only the function is known. */
  inexact = 0;
  readonly parts: PartShares = { gc: 0, v8: 0, native: 0, core: 0, deps: 0 };
  readonly tiers: TierShares = { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 };
  readonly builtins = new LineBuiltins();
  /** How often the line, function or package is on the path that the walk for totals is in. */
  onPath = 0;

  addOwn(count: number, tier: number): void {
    this.own += count;
    const name = tierOfCode[tier];
    if (name) this.tiers[name] += count;
  }
}

/** Code that a person can read: it has files and packages. */
const codeAreas: ReadonlySet<Area> = new Set<Area>(['app', 'deps', 'core', 'wasm']);

function partOf(area: Area): keyof PartShares | null {
  switch (area) {
    case 'gc':
    case 'v8':
    case 'native':
    case 'core':
    case 'deps':
      return area;
    case 'wasm':
      return 'native';
    case 'app':
      return null;
  }
}

/** The part that an area is where it is no JavaScript, but called by it; null for the others. */
function calledPartOf(area: Area): keyof V8Shares | null {
  return area === 'native' || area === 'v8' || area === 'gc' ? area : null;
}

function packageName(fn: { area: Area; package: string }): string {
  switch (fn.area) {
    case 'app':
      return '(app)';
    case 'core':
      return '(node)';
    case 'wasm':
      return '(wasm)';
    case 'deps':
    case 'v8':
    case 'native':
    case 'gc':
      return fn.package;
  }
}

/**
 * Adds each node's samples, with all below it, to what its frame stands for, unless the same line
 * or function is on the path already: recursion counts once.
 */
function addTotals(
  { nodes }: Profile,
  nodeSamples: Float64Array,
  talliesOf: (frame: number) => Tally[],
): void {
  const count = nodes.parent.length;
  const subtree = Float64Array.from(nodeSamples);
  const firstChild = new Int32Array(count).fill(-1);
  const nextSibling = new Int32Array(count).fill(-1);
  for (let node = count - 1; node > 0; node--) {
    const parent = nodes.parent[node]!;
    subtree[parent]! += subtree[node]!;
    nextSibling[node] = firstChild[parent]!;
    firstChild[parent] = node;
  }
  const byFrame: Tally[][] = [];
  let node = firstChild[0]!;
  while (node > 0) {
    const entered = (byFrame[nodes.frame[node]!] ??= talliesOf(nodes.frame[node]!));
    for (const tally of entered) if (tally.onPath++ === 0) tally.total += subtree[node]!;
    if (firstChild[node]! > 0) {
      node = firstChild[node]!;
      continue;
    }
    for (;;) {
      for (const tally of byFrame[nodes.frame[node]!]!) tally.onPath--;
      if (nextSibling[node]! > 0) {
        node = nextSibling[node]!;
        break;
      }
      node = nodes.parent[node]!;
      if (node <= 0) return;
    }
  }
}

function scaled<T extends Record<string, number>>(counts: T, share: number): T {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count * share]),
  ) as T;
}
