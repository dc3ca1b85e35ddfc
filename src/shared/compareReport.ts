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
  /** Why the two are not comparable, or not quite: whole sentences. */
  warnings: string[];
  /** Of the metric that the verdict is about, after each pair of neighbouring runs. */
  pairs: PairChange[];
  code: CodeChanges;
}

/** What is known of the runs of one state; absent where it is not known or differs among them. */
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
  /** Between two samples. */
  intervalMicros?: number;
  /** `Intel…, 8 cores, linux x64`. */
  machine?: string;
}
