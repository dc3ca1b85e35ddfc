import { buildReport } from './buildReport.ts';
import type { FunctionReport, Report } from '../../shared/report.ts';
import { processesOf } from '../../shared/reportSubject.ts';
import type { Profile, ProfileDeopt, ProfileIcSite, ProfileRoutes } from '../profile/profile.ts';

/** The samples of some isolates as a profile with the same functions, frames and nodes. */
export function partOfProfile(profile: Profile, wanted: readonly number[]): Profile {
  const { samples, isolates } = profile;
  const numbers = new Map(
    [...new Set(wanted)].filter((index) => isolates[index]).map((index, at) => [index, at]),
  );
  const kept: number[] = [];
  samples.isolate.forEach((isolate, sample) => {
    if (numbers.has(isolate)) kept.push(sample);
  });
  return {
    ...profile,
    isolates: [...numbers.keys()].map((index) => isolates[index]!),
    samples: {
      node: Int32Array.from(kept, (sample) => samples.node[sample]!),
      timeMicros: Float64Array.from(kept, (sample) => samples.timeMicros[sample]!),
      isolate: Uint16Array.from(kept, (sample) => numbers.get(samples.isolate[sample]!)!),
      ...(samples.route && { route: Int16Array.from(kept, (sample) => samples.route![sample]!) }),
    },
    ...(profile.icSites ? { icSites: sitesOf(profile.icSites, numbers) } : {}),
    ...(profile.routes && { routes: routesOfPart(profile.routes, samples.node, kept) }),
    // In older saved runs, deopts don't say which isolate they belong to.
    deopts: profile.deopts.flatMap((deopt) => deoptOfPart(deopt, numbers)),
    ...(profile.tierChanges && {
      tierChanges: profile.tierChanges
        .filter(({ isolate }) => numbers.has(isolate))
        .map((each) => ({ ...each, isolate: numbers.get(each.isolate)! })),
    }),
  };
}

/** The part's samples stand for as much CPU time each as all do. */
function routesOfPart(
  { list, cpuMicros }: ProfileRoutes,
  nodes: Int32Array,
  kept: readonly number[],
): ProfileRoutes {
  const onCpu = nodes.reduce((count, node) => (node < 0 ? count : count + 1), 0);
  const ofPart = kept.reduce((count, sample) => (nodes[sample]! < 0 ? count : count + 1), 0);
  return {
    list,
    cpuMicros: cpuMicros === null || onCpu === 0 ? null : (cpuMicros * ofPart) / onCpu,
  };
}

function deoptOfPart(deopt: ProfileDeopt, numbers: ReadonlyMap<number, number>): ProfileDeopt[] {
  if (deopt.isolate === undefined) return [deopt];
  const isolate = numbers.get(deopt.isolate);
  return isolate === undefined ? [] : [{ ...deopt, isolate }];
}

function sitesOf(
  sites: readonly ProfileIcSite[],
  numbers: ReadonlyMap<number, number>,
): ProfileIcSite[] {
  return sites.flatMap((site) => {
    const isolate = numbers.get(site.isolate);
    return isolate === undefined ? [] : [{ ...site, isolate }];
  });
}

/** A run's report with the figures of some isolates; shares are of their on-CPU samples. */
export function partOfReport(whole: Report, part: Profile): Report {
  if (!whole.sampling) return whole;
  const { requests, routes, lines, functions, packages, unattributed, areas, ...figures } =
    buildReport(part, new Set(whole.sampling.areas ?? ['app']));
  const processOf = part.isolates.map(({ pid, threadId }) => {
    const processes = processesOf(whole);
    return processes.findIndex((each) => each.pid === pid && each.threadId === threadId);
  });
  const { requests: _, routes: _routes, ...rest } = whole;
  return {
    ...rest,
    ...(requests && { requests }),
    ...(routes && { routes }),
    sampling: { ...whole.sampling, ...figures, areas },
    lines,
    functions: functions.map((each) => onProcesses(each, processOf)),
    packages,
    unattributed,
  };
}

/** Converts a story's process numbers from the part's to the whole report's. */
function onProcesses(reported: FunctionReport, processOf: readonly number[]): FunctionReport {
  const { story } = reported;
  if (!story) return reported;
  const changes = story.changes.map((change) => {
    return { ...change, process: Math.max(0, processOf[change.process] ?? 0) };
  });
  return { ...reported, story: { ...story, changes } };
}
