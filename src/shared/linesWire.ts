import type { Finding } from './finding.ts';
import type { LineDifference } from './measureWire.ts';
import type { DeoptReport, FunctionReport, LineReport, PackageReport, Report } from './report.ts';
import type { RequestsReport } from './requestTimes.ts';
import type { Marker } from './vocabulary.ts';
import type { FunctionRef } from './whyWire.ts';

/** Hot lines as the language server gives them to the extension host (lspWire.ts). Lines are 1-based, shares 0…1. */
export interface EditorLine {
  /** In the document as it is now; a diff maps it if the document differs from the code that ran. */
  line: number;
  self: number;
  own: number;
  total: number;
  /** Whether its CPU time is shown; otherwise only its waits are. */
  showsCpu: boolean;
  /** How long a request waits there, and its share of the latency; 0 if that is not shown. */
  waitMs: number;
  waitShare: number;
  /** For the end of the line, for example `34.2 %  ⏱ 20 ms postgres ×8  ⚠ deopt ×41 wrong map`, or `12.1 % ▼ 9.8` for a change beyond the noise. */
  label: string;
  /** The part of the label after the share: `⚠ deopt ×41 wrong map`, `changed since the run`; may be empty. */
  note: string;
  marker: Marker;
  exact: boolean;
  /** The text of the line's function has changed since the run. */
  stale: boolean;
  /** Null if no comparison is shown, or the line is too small for one. Otherwise `self` is of the compared runs. */
  difference: LineDifference | null;
}

/** A finding with the place that the extension host opens, and the function that ran there. */
export type ListedFinding = Finding & { uri: string | null; of: FunctionRef | null };

/** The profile that is shown, for the views of the extension host. */
export interface ProfileSummary {
  /** For people: command and time. */
  title: string;
  /** Milliseconds since 1970. */
  takenAt: number;
  /** The file that it is, or is being, saved in; null if it is not saved. */
  path: string | null;
  target: Report['target'];
  load: Report['load'];
  sampling: Report['sampling'];
  requests: RequestsReport | null;
  notes: string[];
  /** Findings, dearest first; null for runs that were made without. */
  findings: ListedFinding[] | null;
  /** Hottest first, at most 500 of each, and all lines at which requests wait. */
  lines: (LineReport & {
    uri: string;
    label: string;
    note: string;
    functionName: string;
    /** The function that the marker is about, otherwise the one that ran there. */
    of: FunctionRef | null;
  })[];
  functions: (Omit<FunctionReport, 'deopts' | 'story'> & {
    uri: string;
    /** Why it is not optimized, in words; null if it is, or if the reason is not known. */
    why: string | null;
    deopts: (DeoptReport & { uri: string })[];
  })[];
  packages: PackageReport[];
}
