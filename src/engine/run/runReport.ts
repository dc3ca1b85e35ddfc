import { findingsOf, findingsOfGrowth } from '../../analysis/findings/findings.ts';
import { idleShares, onCpuOfIsolates } from '../../analysis/report/idleShare.ts';
import { unmappedNote } from '../../analysis/source/unmappedNote.ts';
import { withGrowth } from '../../analysis/growth/withGrowth.ts';
import { memoryReport, withFunctions } from '../../analysis/report/memoryReport.ts';
import { developmentNotes } from '../../analysis/report/developmentNotes.ts';
import type { ThreadLoop } from '../../analysis/report/loopSeconds.ts';
import { loopSignals } from '../../analysis/report/loopSignals.ts';
import type { SampleReport } from '../../analysis/report/buildReport.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import { deepRunWarning } from '../../shared/deepRun.ts';
import type { Failure } from '../../shared/failure.ts';
import type { LoadDone } from '../../shared/loadWire.ts';
import { logOrigin, type ProfileOrigin } from '../../shared/profileOrigin.ts';
import { costWarnings, samplerNotes } from '../../shared/samplerText.ts';
import type { GrowthReport } from '../../shared/growth.ts';
import type { WindowAllocation } from '../../shared/memory.ts';
import type { LoadReport } from '../../shared/loadReport.ts';
import type { Report, SamplingReport, TargetReport } from '../../shared/report.ts';
import { sentence, type Sentence, type Wording } from '../../shared/wording.ts';
import type { CpuUse } from '../load/cpuWatch.ts';
import { loadLimited } from '../load/loadLimit.ts';
import type { LoadRoutes } from '../load/loadRoutes.ts';
import { canBeLimited, loadWarnings, type SampledTime } from '../load/loadWarnings.ts';
import { machineReport } from './machine.ts';
import type { SampledProfile } from '../samplers/sampling.ts';

/** The facts that a run has gathered so far: it grows from launch to report, so that a failed run can tell what it got to. */
export interface RunKnowledge {
  target: TargetReport | null;
  load: {
    done: LoadDone;
    url: string;
    scenario: string | null;
    connections: number;
    rate: number | null;
    cpuMicros: number | null;
    cpu: CpuUse | null;
    routes: LoadRoutes;
    /** Takes secrets out of the routes' names. */
    redact(text: string): string;
  } | null;
  samples: { profile: SampledProfile; report: SampleReport } | null;
  /** Bytes that the threads of the target allocated in the window; null if they were not asked. */
  allocation: WindowAllocation | null;
  /** Share of the target's CPU time in the window that sampling took, as in the report. */
  costShare?: number | null;
  notes: Wording[];
  /** NODE_ENV as the server had it, empty if it is not set; absent if no server was found. */
  nodeEnv?: string;
  /** The script of each process of the target, by process id. */
  scripts: ReadonlyMap<number, string>;
  deep: boolean;
  /** Reports of the target's threads on their event loops, and when the window began on their clock. */
  loops?: { threads: readonly ThreadLoop[]; windowStartMs: number };
  /** The memory that stays in use; null if the target was not asked. */
  growth: GrowthReport | null;
  /** The samples are of bytes that were allocated, not of time. */
  allocations: boolean;
}

/** The report of what is known. */
export function runReport(all: RunKnowledge, failure: Failure | null): Report {
  // Shares of bytes are no shares of time.
  const known = all.allocations ? { ...all, samples: null, costShare: null } : all;
  const { target, load, samples } = known;
  const notes = notesOf(known).map(sentence);
  const warnings = loadWarningsOf(known).map(sentence);
  const wordings = [...notes, ...warnings].filter(({ wording }) => wording !== undefined);
  const report: Report = {
    hotframe: 1,
    takenAt: new Date().toISOString(),
    machine: machineReport(),
    target: target && {
      ...target,
      processes: samples ? processesOf(samples.profile, known.scripts) : [],
    },
    load: load && loadReport(load, warnings.map(messageOf)),
    sampling: samples && {
      ...samplerReport(samples.profile.origin ?? logOrigin),
      ...misplacedReport(samples),
      intervalMicros: samples.profile.intervalMicros,
      samples: samples.report.samples,
      onCpu: samples.report.onCpu,
      idleShare: samples.report.idleShare,
      ...(samples.report.idleOf ? { idleOf: samples.report.idleOf } : {}),
      gcShare: samples.report.gcShare,
      unattributedShare: samples.report.unattributedShare,
      viaAwaitShare: samples.report.viaAwaitShare,
      withoutJs: samples.report.withoutJs,
      windowMs: samples.profile.windowMs,
      cpuMicrosPerRequest: cpuMicrosPerRequest(load),
      areas: samples.report.areas,
      ...(known.deep ? { deep: true } : costReport(known)),
    },
    ...(samples?.report.requests && { requests: samples.report.requests }),
    ...(samples?.report.routes && { routes: samples.report.routes }),
    ...signalsReport(known),
    ...memoryOf(all),
    lines: samples?.report.lines ?? [],
    functions: samples?.report.functions ?? [],
    packages: samples?.report.packages ?? [],
    unattributed: samples?.report.unattributed ?? [],
    notes: notes.map(messageOf),
    ...(wordings.length > 0 ? { wordings } : {}),
    failure,
  };
  return withFindings(report, known);
}

function signalsReport(known: RunKnowledge): Pick<Report, 'signals'> {
  const { samples, loops, allocation, load } = known;
  if (!samples || !loops) return {};
  const collections = (allocation?.threads ?? []).flatMap((thread) => thread.collections);
  const signals = loopSignals(
    ...([loops.threads, loops.windowStartMs, samples.profile, collections] as const),
    load?.cpu?.waits,
  );
  return signals ? { signals } : {};
}

function withFindings(report: Report, known: RunKnowledge): Report {
  const { samples, load } = known;
  if (known.growth) return { ...report, findings: findingsOfGrowth(report) };
  if (!samples) return report;
  const sampled = sampledTime(known);
  const limited =
    load && sampled && canBeLimited(load.done, load, sampled)
      ? loadLimited(load.done, load, sampled.idleShare)
      : null;
  return { ...report, findings: findingsOf(samples.profile, report, limited) };
}

/** Absent if there is no request to divide by. */
function memoryOf(known: RunKnowledge): Pick<Report, 'memory'> {
  const { allocation, load, samples, allocations, growth } = known;
  if (!load) return {};
  const memory = allocation && memoryReport(allocation, load.done.requests);
  if (!memory || !samples || !allocations) return { memory };
  const whole = withFunctions(memory, samples.report);
  return { memory: growth ? withGrowth(whole, growth) : whole };
}

function messageOf({ message }: Sentence): string {
  return message;
}

function notesOf({ target, load, samples, notes, nodeEnv, costShare }: RunKnowledge): Wording[] {
  return [
    ...notes,
    ...(samples ? developmentNotes(samples.profile, nodeEnv ?? null) : []),
    ...(samples ? sampleNotes(samples, target) : []),
    // Else it is with the figures of the load.
    ...(load ? [] : costWarnings(costShare)),
  ];
}

function loadWarningsOf(known: RunKnowledge): Wording[] {
  const { load, deep } = known;
  if (!load) return [];
  return [...(deep ? [deepRunWarning] : []), ...loadWarnings(load.done, load, sampledTime(known))];
}

function sampledTime({ load, samples, deep, costShare = null }: RunKnowledge): SampledTime | null {
  if (!samples) return null;
  return {
    samplesOnCpu: samples.report.onCpu,
    intervalMicros: samples.profile.intervalMicros,
    cpuMicros: load?.cpuMicros ?? null,
    costShare: deep ? null : costShare,
    idleShare: samples.report.idleShare,
  };
}

/** Says only what is not as in V8's own log. */
function samplerReport({
  sampler,
  format,
  tiers,
  lines,
}: ProfileOrigin): Pick<SamplingReport, 'sampler' | 'format' | 'tiers' | 'lines'> {
  return {
    sampler,
    ...(format === undefined ? {} : { format }),
    ...(tiers ? {} : { tiers }),
    ...(lines === 'calls' ? {} : { lines }),
  };
}

function misplacedReport({
  profile,
  report,
}: NonNullable<RunKnowledge['samples']>): Pick<SamplingReport, 'misplacedShare'> {
  const { misplacedSamples } = profile;
  if (misplacedSamples === undefined || report.onCpu === 0) return {};
  return { misplacedShare: misplacedSamples / report.onCpu };
}

function sampleNotes(
  { profile, report }: NonNullable<RunKnowledge['samples']>,
  target: TargetReport | null,
): string[] {
  const { cwd = '', node = '' } = target ?? {};
  const unmapped = unmappedNote(report.lines, profile.sources, cwd);
  const { origin, misplacedSamples = 0 } = profile;
  return [
    ...(unmapped === null ? [] : [unmapped]),
    ...(origin ? samplerNotes(origin, misplacedSamples / Math.max(1, report.onCpu), node) : []),
    ...profile.notes,
  ];
}

function costReport({ costShare }: RunKnowledge): Pick<SamplingReport, 'costShare'> {
  return costShare === undefined ? {} : { costShare };
}

/** CPU time of the server for each answer of the window; null if the system does not tell. */
export function cpuMicrosPerRequest(load: RunKnowledge['load']): number | null {
  if (!load || load.cpuMicros === null || load.done.requests === 0) return null;
  return load.cpuMicros / load.done.requests;
}

function loadReport(
  { done, url, scenario, connections }: NonNullable<RunKnowledge['load']>,
  warnings: string[],
): LoadReport {
  const durationS = Number(BigInt(done.endedNs) - BigInt(done.startedNs)) / 1e9;
  return {
    url,
    ...(scenario === null ? {} : { scenario }),
    connections,
    durationS,
    requests: done.requests,
    reqPerS: {
      mean: done.requests / durationS,
      stdev: standardDeviation(done.perSecond),
      samples: done.perSecond,
    },
    latencyMs: done.latencyMs,
    bytesPerS: done.bytes / durationS,
    errors: done.errors,
    timeouts: done.timeouts,
    non2xx: done.non2xx,
    warnings,
  };
}

/** Standard deviation of the whole population, as autocannon computes it. */
function standardDeviation(values: number[]): number {
  if (values.length === 0) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

export function processesOf(
  profile: Profile,
  scripts: ReadonlyMap<number, string> = new Map(),
): TargetReport['processes'] {
  const idle = idleShares(profile);
  const onCpu = onCpuOfIsolates(profile);
  const samples = new Float64Array(profile.isolates.length);
  for (const isolate of profile.samples.isolate) samples[isolate]!++;
  return profile.isolates.map(({ pid, threadId, role }, index) => {
    const script = role === 'worker' ? undefined : scripts.get(pid);
    return {
      ...{ pid, threadId, role, samples: samples[index]!, onCpu: onCpu[index]! },
      idleShare: idle[index]!,
      ...(script ? { script } : {}),
    };
  });
}
