import type { FindingKind } from './finding.ts';
import type { KeptRuns } from './savedRuns.ts';
import type { ShownTimes } from './shownTimes.ts';

/** How the language server is set up, and the commands that it may ask an editor for. */

/** Commands of code lenses above routes, which the editor has to offer; both are given a {@link RouteTarget}. */
export const routeCommands = {
  profile: 'hotframe.profileRoute',
  edit: 'hotframe.editRoute',
} as const;

/**
 * Command of links in hovers, of code lenses and code actions, which the editor has to offer; it is
 * given a `FunctionRef` of whyWire.ts.
 */
export const whyCommand = 'hotframe.why';

/** Command of code lenses above functions, which the editor has to offer; it is given a {@link BenchTarget}. */
export const benchCommand = 'hotframe.benchFunction';

/** The function that the lens above it measures by itself. */
export interface BenchTarget {
  uri: string;
  line: number;
}

/** The route that the lens above it loads. */
export interface RouteTarget {
  /** The document that contains it. */
  uri: string;
  method: string;
  /** As the source has it, `/invoices/:id`; `…` stands for a part that the source does not name. */
  path: string;
}

/** `initializationOptions` of the server. */
export interface ServerOptions {
  /**
   * Folder for saved runs, created when needed; if absent, runs are not saved. The server starts
   * with the profile that was shown last, or with the newest.
   */
  storageFolder?: string;
  /** Whether programs may be started: false in an untrusted workspace. */
  trusted: boolean;
  overlay: OverlayOptions;
  /** Whether the editor has the {@link whyCommand}; absent: no. */
  hasWhy?: boolean;
  /** Whether the editor has the {@link benchCommand}; absent: no. */
  hasBench?: boolean;
  /** Absent: 50 runs, 200 MB. Sent again as `savedRuns` beside the overlay's options. */
  savedRuns?: KeptRuns;
}

/** The choices of what the overlay shows; sent again by `workspace/didChangeConfiguration` as `{ hotframe: OverlayOptions }`. */
export interface OverlayOptions {
  /** Lines below this share (0…1) of the CPU time are not shown. */
  minShare: number;
  times: ShownTimes;
  /** The hottest lines of a file are shown, at most this many. */
  maxLinesPerFile: number;
  codeLens: boolean;
  /** Above routes; only in an editor that has the {@link routeCommands}. */
  routeLenses: boolean;
  inlayHints: boolean;
  diagnostics: boolean;
  /**
   * Whether a line is charged for the code that ran after its await. False shows the profile as it
   * was sampled. Comparisons and written files charge it either way.
   */
  chargeAwaits: boolean;
  /** Kinds of findings that are not shown. */
  findingsOff: FindingKind[];
  /** Whether lines with findings have a diagnostic of severity information. */
  findingDiagnostics: boolean;
}
