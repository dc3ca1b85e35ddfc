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
import { addTotals, type Total } from './addTotals.ts';
import { deoptsOfFunctions } from './functionDeopts.ts';
import { idleShare } from './idleShare.ts';
import { icsByLine } from './lineIcs.ts';
import { LineBuiltins } from './lineBuiltins.ts';
import { LineAwaits } from './lineAwaits.ts';
import { withWaits } from './lineWaits.ts';
import { routeReports } from './routeReports.ts';
import { judge } from './marker.ts';
import { addStories, type Told } from './tierStories.ts';
import { Unattributed } from './unattributed.ts';
import { isAfterAwait } from '../profile/afterAwait.ts';
import { tierOfCode, type Profile } from '../profile/profile.ts';

/** The part of a report that comes from samples alone. */
export type SampleReport = Pick<
  Report,
  'requests' | 'routes' | 'lines' | 'functions' | 'packages' | 'unattributed'
> &
  Pick<
    SamplingReport,
    'samples' | 'onCpu' | 'idleShare' | 'idleOf' | 'gcShare' | 'unattributedShare'
  > & {
    viaAwaitShare: number;
    withoutJs: V8Shares;
    areas: Area[];
  };

/**
 * Tallies the lines, functions and packages of a profile. The time of hidden frames goes to the
 * nearest visible caller. Does this sample contribute to a line's self time, if `app` is visible?
 *
 *     handler:9      app     line 9: yes. It is the innermost visible frame.
 *     query:40       deps    line 40: no, it is hidden. Its package gets the sample as self time,
 *                            as query is the innermost function with code.
 *     (JSON.parse)   v8      The leaf's area makes it part `v8` of line 9 and of the package.
 *
 * A stack without a visible frame is unattributed. Total time counts once on each function of the
 * stack, and on each visible line.
 */
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
  const unattributed = new Unattributed(functions);
  const withoutJs: V8Shares = { native: 0, v8: 0, gc: 0 };
  let gc = 0;
  let viaAwaitSamples = 0;

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
  const awaitFunction = functions.findIndex(isAfterAwait);
  const flagsOf = (areas: ReadonlySet<Area>) =>
    Uint8Array.from(functions, ({ area }, fn) => (fn !== awaitFunction && areas.has(area) ? 1 : 0));
  const codeFlags = flagsOf(codeAreas);
  const visibleFlags = flagsOf(visible);
  const isCode = (fn: number): boolean => codeFlags[fn] === 1;
  const isVisible = (fn: number): boolean => visibleFlags[fn] === 1;

  // Self time: each node's samples go to the innermost visible frame of its stack.
  // Example: of handle → render → GC, with handle the user's, render of a package, and only `app`
  // visible, a sample is self time of handle and its line (there in `parts.gc`), not own time. Of the
  // packages it is render's, the innermost JavaScript.
  for (let node = 1; node < nodeSamples.length; node++) {
    const count = nodeSamples[node]!;
    if (count === 0) continue;
    const leafFrame = nodes.frame[node]!;
    const leaf = frames.function[leafFrame]!;
    if (functions[leaf]!.area === 'gc') gc += count;
    let charged = -1;
    let owner = -1;
    let isViaAwait = false;
    let outermostPackage = '(node)';
    let innermostPackage = '';
    for (let up = node; up > 0 && (charged < 0 || owner < 0); up = nodes.parent[up]!) {
      const fn = frames.function[nodes.frame[up]!]!;
      if (charged < 0 && fn === awaitFunction) isViaAwait = true;
      if (charged < 0 && isVisible(fn)) charged = nodes.frame[up]!;
      if (owner < 0 && isCode(fn)) owner = fn;
      if (!isViaAwait && functions[fn]!.area === 'deps') {
        outermostPackage = functions[fn]!.package;
        innermostPackage ||= outermostPackage;
      }
    }
    const called = calledPartOf(functions[leaf]!.area);
    if (owner < 0) withoutJs[called ?? 'native'] += count;
    else {
      const tally = packageOf(owner);
      tally.self += count;
      if (called) tally.parts[called] += count;
    }
    if (charged < 0) {
      // The innermost code says more than the builtin it called.
      unattributed.add(owner >= 0 ? owner : leaf, innermostPackage, count);
      if (isCode(leaf)) tallies[leaf]!.addOwn(count, frames.tier[leafFrame]!);
      continue;
    }
    const chargedFunction = frames.function[charged]!;
    const at = line(charged);
    at.self += count;
    if (frames.exact[charged] === 0) at.inexact += count;
    if (isViaAwait) {
      viaAwaitSamples += count;
      at.awaits.add(outermostPackage, count);
    }
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
  const awaitErrors = profile.awaitErrors;
  const lineReports: LineReport[] = [];
  for (const tally of lines.values()) {
    // A part of the processes shares the tree, so lines of the others come up with no samples.
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
      ...tally.awaits.report(share, awaitErrors?.get(`${tally.file}:${tally.line}`)),
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
    ...requestsOf(profile),
    ...routesOf(profile, visible),
    lines: withWaits(lineReports, profile.requests?.lines ?? []).sort(bySelf),
    functions: functionReports.sort((a, b) => bySelf(a, b) || b.own - a.own),
    packages: packageReports.sort(bySelf),
    unattributed: unattributed.report(share),
    samples: samples.node.length,
    onCpu,
    ...idleShare(profile),
    gcShare: gc * share,
    unattributedShare: unattributed.samples * share,
    viaAwaitShare: viaAwaitSamples * share,
    withoutJs: scaled(withoutJs, share),
    areas: [...visible],
  };
}

function requestsOf({ requests }: Profile): Pick<Report, 'requests'> {
  if (!requests) return {};
  const { lines: _lines, picture: _picture, ...report } = requests;
  return { requests: report };
}

function routesOf(profile: Profile, visible: ReadonlySet<Area>): Pick<Report, 'routes'> {
  const routes = routeReports(profile, visible);
  return routes ? { routes } : {};
}

function icsOf(ics: IcReport[] | undefined): Pick<LineReport, 'ics'> {
  return ics ? { ics } : {};
}

/** Sample counts of one line, function or package. */
class Tally implements Total {
  file = '';
  line = 0;
  self = 0;
  own = 0;
  total = 0;
  /** Self samples for which only the function is known. */
  inexact = 0;
  readonly parts: PartShares = { gc: 0, v8: 0, native: 0, core: 0, deps: 0 };
  readonly tiers: TierShares = { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 };
  readonly builtins = new LineBuiltins();
  readonly awaits = new LineAwaits();
  onPath = 0;

  addOwn(count: number, tier: number): void {
    this.own += count;
    const name = tierOfCode[tier];
    if (name) this.tiers[name] += count;
  }
}

/** Areas with code that a person can read: it has files and packages. */
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

/** The part of an area that JavaScript calls but that is not JavaScript; null for the others. */
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

function scaled<T extends Record<string, number>>(counts: T, share: number): T {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count * share]),
  ) as T;
}
