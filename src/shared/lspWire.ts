import type { AllocationsSummary } from './allocationsWire.ts';
import type { AttachOptions, NodeProcess } from './attach.ts';
import type { BenchOptions, BenchResult, BenchStep } from './bench.ts';
import type { ComparedPaths, FromComparison, ToComparison } from './compareWire.ts';
import type { FromView, ToView } from './flameWire.ts';
import type { EditorLine, ProfileSummary } from './linesWire.ts';
import type { LoadProgress } from './loadWire.ts';
import type { MeasureOptions, MeasureProblem, MeasureProgress, MeasureResult } from './measure.ts';
import type { MeasurableStates } from './measureWire.ts';
import type { RunState } from './runState.ts';
import type { RunAnswer, RunRequest } from './runWire.ts';
import type { SaveFormat } from './saveFormats.ts';
import type { ListedRun, NoRun, RunOrigin } from './savedRuns.ts';
import type { FileProblem, OfferedRequest, Scenario, ScenarioSummary } from './scenario.ts';
import type { Why, WhySubject } from './whyWire.ts';

/**
 * The wire between the extension host and the language server, beside standard LSP: our own requests and
 * notifications. Plain data; lines and columns are 1-based (LSP's own are 0-based), files are uris, and
 * paths are absolute. Both ends are checked against these maps.
 */
export interface HostRequests {
  /** Answered when the run has ended. One run at a time. */
  run: Exchange<RunRequest, RunAnswer>;
  /** Like `run`, for a process that runs already. */
  attach: Exchange<{ options: AttachOptions; origin: RunOrigin }, RunAnswer>;
  /** The processes that can be attached to; those that listen on a port come first. */
  nodeProcesses: Exchange<void, { processes: NodeProcess[] }>;
  /**
   * Shows a saved run, or a file or folder of another profiler, with more files of the same run.
   * `problem` is a sentence if it could not be opened. The profile that was shown before stays then,
   * and after a cancellation. `isCancelled` also if something else was opened meanwhile.
   */
  open: Exchange<
    { path: string; morePaths?: string[] },
    { problem: string | null; isCancelled?: boolean }
  >;
  /** The hot lines of a document as it is now, hottest first. */
  fileLines: Exchange<{ uri: string }, { lines: EditorLine[] }>;
  /** Forwards a message of a flamegraph; the answers go to the same flamegraph. */
  view: Exchange<{ message: FromView }, { messages: ToView[] }>;
  /** The functions at a line (`FlameNode.functionId`), for highlighting their frames. */
  functionsAt: Exchange<{ uri: string; line: number }, { functionIds: number[] }>;
  /**
   * The place of a profile's line in the document as it is now, or the nearest line before it if it
   * is gone. `side` is the state of the comparison that has the line; absent: the profile that is shown.
   */
  currentLine: Exchange<{ uri: string; line: number; side?: 'base' | 'head' }, { line: number }>;
  /** Answers what V8 did with a function, and what that costs. */
  why: Exchange<{ subject: WhySubject }, { why: Why }>;
  /** The scenarios in the scenario file of a folder. */
  scenarios: Exchange<
    { folder: string },
    { scenarios: ScenarioSummary[]; problem: FileProblem | null }
  >;
  /** One scenario with the files that it names; null if the file lacks it or has a problem. */
  scenario: Exchange<
    { folder: string; name: string },
    { scenario: Scenario | null; problem: FileProblem | null }
  >;
  /** The requests of a HAR, `.http` or OpenAPI file; `problems` say which can't be sent, or why it can't be read. */
  requestFile: Exchange<{ path: string }, { requests: OfferedRequest[]; problems: FileProblem[] }>;
  /** The saved runs, newest first. */
  runs: Exchange<void, { runs: ListedRun[] }>;
  /** An empty name removes the name. */
  renameRun: Exchange<{ path: string; name: string }, RunsProblem>;
  /** Makes the run the baseline of its series, or no baseline. */
  pinRun: Exchange<{ path: string; isBaseline: boolean }, RunsProblem>;
  /** A deleted run that is shown is cleared. */
  deleteRuns: Exchange<{ paths: string[] }, RunsProblem>;
  /** Writes a run into a file of another format; `path` null: the profile that is shown. */
  exportRun: Exchange<{ path: string | null; to: string; format: SaveFormat }, RunsProblem>;
  /**
   * The baseline that a run is compared with; `path` null: the profile that is shown. `run` is null
   * if that is no saved run, and `noRun` says why. `baseline` may be the run itself; null: none is pinned.
   */
  baseline: Exchange<
    { path: string | null },
    { run: ListedRun | null; baseline: ListedRun | null; noRun: NoRun | null }
  >;
  /** Whether a load of this URL would go to another machine: the host to be confirmed, or null. */
  otherHost: Exchange<{ url: string }, { host: string | null }>;
  /**
   * Compares saved runs, and shows the last one of the head, unless `keepsShown`: after a reload the
   * page of a comparison comes back. `problem` is a sentence if they could not be compared; the
   * comparison before stays then, and is forgotten otherwise.
   */
  compare: Exchange<ComparedPaths & { keepsShown?: boolean }, { problem: string | null }>;
  /** Forwards a message of the comparison's page; the answers go to the same page. */
  compareView: Exchange<{ message: FromComparison }, { messages: ToComparison[] }>;
  /**
   * Answered when the measurement has ended. One run or measurement at a time; `stop` ends it with
   * the result so far. It becomes the comparison, whose page asks by `compareView`.
   */
  measure: Exchange<{ options: MeasureOptions }, MeasureResult>;
  /** The states that a folder's code can be measured against. Exactly one of both is null. */
  measureStates: Exchange<
    { folder: string },
    { states: MeasurableStates | null; problem: MeasureProblem | null }
  >;
  /**
   * Measures one function by itself; answered at the end. One run, measurement or benchmark at a
   * time; `stop` cancels it.
   */
  bench: Exchange<{ options: BenchOptions }, BenchResult>;
}

/** A request's parameters, and the result that answers it. */
interface Exchange<Params, Result> {
  params: Params;
  result: Result;
}
export type RequestOf<Name extends keyof HostRequests> = HostRequests[Name]['params'];
export type AnswerOf<Name extends keyof HostRequests> = HostRequests[Name]['result'];

/** The answer to a request that changes or reads a saved run: a sentence if it failed, otherwise null. */
export interface RunsProblem {
  problem: string | null;
}

/**
 * From the host, without parameters. `stop` ends the run that is under way, if one is; `clear` forgets
 * the profile that is shown; `trust`: the workspace is trusted from now on.
 */
export type HostNotification = 'stop' | 'clear' | 'trust';

/** From the server, with the parameters of each. */
export interface ServerNotifications {
  runState: { state: RunState };
  /** About ten times a second under load. */
  progress: LoadProgress;
  /** While a large profile is read: 0…1 of the bytes of its files. */
  openProgress: { share: number };
  /** About ten times a second under load. */
  measureProgress: MeasureProgress;
  /** A benchmark began its next step. */
  benchStep: { step: BenchStep };
  /** The comparison's page and all hot lines are to be requested again; false: it was removed. */
  comparisonChanged: { isCompared: boolean };
  /** The target's own output. */
  output: { text: string; stream: 'stdout' | 'stderr' };
  /** Another profile is shown, or none. */
  profileChanged: { profile: ProfileSummary | null };
  /** Another run of allocations is shown, or none. */
  allocationsChanged: { allocations: AllocationsSummary | null };
  /** The lines of this document are to be requested again. */
  fileLinesChanged: { uri: string };
  /** The saved runs are to be requested again. */
  runsChanged: void;
}

/** The method name in an LSP message. */
export function methodOf(
  name: keyof HostRequests | HostNotification | keyof ServerNotifications,
): string {
  return `hotframe/${name}`;
}

/** The parameters after a name: none, or the one that belongs to it. */
export type ParamsOf<T> = [T] extends [void] ? [] : [params: T];
