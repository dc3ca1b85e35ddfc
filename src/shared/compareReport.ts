import type { CodeChanges } from './codeChange.ts';
import type { Comparison, PairChange } from './verdict.ts';

/**
 * The comparison of two states of the code as JSON: a contract that scripts rely on. Changes are in
 * percent of the base or in microseconds of CPU time per request, lines and columns are 1-based,
 * files are absolute.
 */
export interface CompareReport extends Comparison {
  hotframeComparison: 1;
  base: StateReport;
  head: StateReport;
  /** The verdict for people. */
  sentence: string;
  /** The second verdict for people, on what requests allocate; null without one. */
  memorySentence: string | null;
  /** Whole sentences on why the two are not comparable, or not quite. */
  warnings: string[];
  /** The verdict's metric after each pair of neighbouring runs. */
  pairs: PairChange[];
  code: CodeChanges;
}

/** Facts on the runs of one state; absent if not known, or if the runs differ. */
export interface StateReport {
  runs: number;
  cwd?: string;
  command?: string[];
  node?: string;
  commit?: string;
  branch?: string;
  modified?: 'no' | 'other-files' | 'source-files';
  /** Path of the load's URL. */
  path?: string;
  scenario?: string;
  connections?: number;
  /** Rounded to half a second. */
  durationS?: number;
  intervalMicros?: number;
  /** `Intel…, 8 cores, linux x64`. */
  machine?: string;
}
