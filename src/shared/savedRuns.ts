import { isSamePath } from './filePaths.ts';
import type { LoadReport } from './loadReport.ts';
import type { MachineReport, SamplingReport, TargetReport } from './report.ts';

/** The launch of a run, by the name that a person chose. */
export interface RunOrigin {
  /** The workspace folder, as an absolute path. */
  folder: string;
  /** `npm run start`, or a launch configuration's name. */
  launch: string;
}

/** Identifies repeats of a run; one of them may be their baseline. */
export interface RunSeries extends RunOrigin {
  /** A scenario's name, or the requests: `GET /orders`, `GET /login and 11 more`. */
  request: string;
}

/** The facts of a run for lists, stored beside its samples for lists to be fast. */
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
  /** The reason for a failure, in a sentence; null if it succeeded. */
  failure: string | null;
}

/** A {@link LoadReport} without its figures for each second. */
export type LoadFigures = Omit<LoadReport, 'reqPerS' | 'latencyMs' | 'warnings'> & {
  reqPerS: Omit<LoadReport['reqPerS'], 'samples'>;
  latencyMs: Omit<LoadReport['latencyMs'], 'samples'>;
};

export interface ListedRun extends RunHead {
  /** Names the run in every request. */
  path: string;
  /** On disk. */
  bytes: number;
  /** The editor shows this run. */
  isShown: boolean;
}

/** Limits of kept runs; the oldest are deleted first. */
export interface KeptRuns {
  count: number;
  megabytes: number;
}

export function isSameSeries(a: RunSeries, b: RunSeries): boolean {
  return isSamePath(a.folder, b.folder) && a.launch === b.launch && a.request === b.request;
}

/**
 * In the storage folder: the path of the profile that was shown last, empty after it was cleared. The
 * server writes it; the host reads it to decide whether the server is to be started.
 */
export const lastShownFile = 'last-shown';

/** In the storage folder: a saved run. Its head lies in a file beside it. */
export const savedRunFile = /^run-\d{4}-\d\d-\d\dT[\d-]+Z\.hotframe$/;

/** Why there is no saved run to compare. */
export type NoRun =
  /** No profile is shown, and none is saved. */
  | 'nothing-saved'
  | 'nothing-shown'
  /** The profile is a run of a measurement, which was compared as a whole. */
  | 'measured'
  /** The profile is a file that was opened, or could not be saved. */
  | 'not-saved'
  /** Somebody has deleted it. */
  | 'gone';
