import { isSamePath } from './filePaths.ts';
import type { LoadReport, MachineReport, SamplingReport, TargetReport } from './report.ts';

/** What was run, in the words that a person chose it by. */
export interface RunOrigin {
  /** The workspace folder, as an absolute path. */
  folder: string;
  /** `npm run start`, or a launch configuration's name. */
  launch: string;
}

/** Runs that are repeats of each other have the same: one of them may be their baseline. */
export interface RunSeries extends RunOrigin {
  /** A scenario's name, or what was sent: `GET /orders`, `GET /login and 11 more`. */
  request: string;
}

/** A run as a list shows it, without its samples: kept beside them, so that no list has to read them. */
export interface RunHead {
  /** When it ended, in milliseconds since 1970. */
  takenAt: number;
  /** Given by a person; empty without. */
  name: string;
  /** It is the baseline of its series, and no limit deletes it. */
  isBaseline: boolean;
  series: RunSeries;
  /** Absent in runs that were saved before it was written down. */
  machine?: MachineReport;
  target: Omit<TargetReport, 'processes'> | null;
  load: LoadFigures | null;
  sampling: SamplingReport | null;
  /** Why it failed, in a sentence; null where it did not. */
  failure: string | null;
}

/** A {@link LoadReport} without what it was in each second. */
export type LoadFigures = Omit<LoadReport, 'reqPerS' | 'latencyMs' | 'warnings'> & {
  reqPerS: Omit<LoadReport['reqPerS'], 'samples'>;
  latencyMs: Omit<LoadReport['latencyMs'], 'samples'>;
};

export interface ListedRun extends RunHead {
  /** Names the run in every request. */
  path: string;
  /** On disk. */
  bytes: number;
  /** It is what the editor shows. */
  isShown: boolean;
}

/** How much is kept: what exceeds either goes, the oldest first. */
export interface KeptRuns {
  count: number;
  megabytes: number;
}

export function isSameSeries(a: RunSeries, b: RunSeries): boolean {
  return isSamePath(a.folder, b.folder) && a.launch === b.launch && a.request === b.request;
}
