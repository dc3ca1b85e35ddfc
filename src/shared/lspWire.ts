import type { AttachRequest, NodeProcessesAnswer } from './attachWire.ts';
import type { ComparedPaths, FromComparison, ToComparison } from './compareWire.ts';
import type { Failure } from './failure.ts';
import type { FromView, ToView } from './flameWire.ts';
import type { LoadProgress } from './loadWire.ts';
import type {
  ComparisonChangedMessage,
  LineDifference,
  MeasureAnswer,
  MeasureProgressMessage,
  MeasureRequest,
  MeasureStatesAnswer,
  MeasureStatesRequest,
} from './measureWire.ts';
import type { DeoptReport, FunctionReport, LineReport, PackageReport, Report } from './report.ts';
import type { RunOptions } from './runOptions.ts';
import type { RunState } from './runState.ts';
import type { SaveFormat } from './saveFormats.ts';
import type { KeptRuns, ListedRun, RunOrigin } from './savedRuns.ts';
import type { FileProblem, OfferedRequest, Scenario, ScenarioSummary } from './scenario.ts';
import type { Marker } from './vocabulary.ts';
import type { FunctionRef, Why, WhySubject } from './whyWire.ts';

/**
 * The wire between the extension host and the language server, beside standard LSP: our own requests and
 * notifications. Plain data; lines and columns are 1-based (LSP's own are 0-based), files are uris.
 * Measuring is in measureWire.ts, attaching in attachWire.ts. Both ends are checked against these maps.
 */
export interface HostRequests {
  run: Exchange<RunRequest, RunAnswer>;
  attach: Exchange<AttachRequest, RunAnswer>;
  nodeProcesses: Exchange<void, NodeProcessesAnswer>;
  open: Exchange<OpenRequest, OpenAnswer>;
  fileLines: Exchange<FileLinesRequest, FileLinesAnswer>;
  view: Exchange<ViewRequest, ViewAnswer>;
  functionsAt: Exchange<FunctionsAtRequest, FunctionsAtAnswer>;
  lineNow: Exchange<LineNowRequest, LineNowAnswer>;
  why: Exchange<WhyRequest, WhyAnswer>;
  scenarios: Exchange<ScenariosRequest, ScenariosAnswer>;
  scenario: Exchange<ScenarioRequest, ScenarioAnswer>;
  requestFile: Exchange<RequestFileRequest, RequestFileAnswer>;
  runs: Exchange<void, RunsAnswer>;
  renameRun: Exchange<RenameRunRequest, RunsProblem>;
  pinRun: Exchange<PinRunRequest, RunsProblem>;
  deleteRuns: Exchange<DeleteRunsRequest, RunsProblem>;
  exportRun: Exchange<ExportRunRequest, RunsProblem>;
  baseline: Exchange<BaselineRequest, BaselineAnswer>;
  otherHost: Exchange<OtherHostRequest, OtherHostAnswer>;
  compare: Exchange<CompareRequest, CompareAnswer>;
  compareView: Exchange<CompareViewRequest, CompareViewAnswer>;
  measure: Exchange<MeasureRequest, MeasureAnswer>;
  measureStates: Exchange<MeasureStatesRequest, MeasureStatesAnswer>;
}

/** What a request is sent with, and what it is answered with. */
interface Exchange<Params, Result> {
  params: Params;
  result: Result;
}

/** From the host, without parameters. */
export type HostNotification = 'stop' | 'clear' | 'trust';

/** From the server, with what each tells. */
export interface ServerNotifications {
  runState: RunStateMessage;
  progress: ProgressMessage;
  openProgress: OpenProgressMessage;
  measureProgress: MeasureProgressMessage;
  comparisonChanged: ComparisonChangedMessage;
  output: OutputMessage;
  profileChanged: ProfileChangedMessage;
  fileLinesChanged: FileLinesChangedMessage;
  runsChanged: void;
}

/** As LSP's messages have it. */
export function methodOf(
  name: keyof HostRequests | HostNotification | keyof ServerNotifications,
): string {
  return `hotframe/${name}`;
}

/** The parameters after a name: none, or the one that belongs to it. */
export type ParamsOf<T> = [T] extends [void] ? [] : [params: T];

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

/** What the lens above a route is to load. */
export interface RouteTarget {
  /** The document that it stands in. */
  uri: string;
  method: string;
  /** As the source has it, `/invoices/:id`; `…` stands for what it does not say. */
  path: string;
}

/** `initializationOptions` of the server. */
export interface ServerOptions {
  /** Folder for saved runs (created when needed); absent: runs are not saved. What was shown last is opened at the start, else the newest. */
  storageFolder?: string;
  /** Whether programs may be started: false in an untrusted workspace. */
  trusted: boolean;
  overlay: OverlayOptions;
  /** Whether the editor has the {@link whyCommand}; absent: no. */
  hasWhy?: boolean;
  /** Absent: 50 runs, 200 MB. Sent again as `savedRuns` beside the overlay's options. */
  savedRuns?: KeptRuns;
}

/**
 * In the storage folder: the path of the profile that was shown last, empty where it was cleared. The
 * server writes it; the host looks whether there is something to start the server for.
 */
export const lastShownFile = 'last-shown';

/** In the storage folder: a saved run, beside which its head is. */
export const savedRunFile = /^run-\d{4}-\d\d-\d\dT[\d-]+Z\.hotframe$/;

/** What the overlay shows; sent again by `workspace/didChangeConfiguration` as `{ hotframe: OverlayOptions }`. */
export interface OverlayOptions {
  /** Lines below this share (0…1) are not shown. */
  minShare: number;
  /** At most so many lines a file, the hottest. */
  maxLinesPerFile: number;
  codeLens: boolean;
  /** Above routes; only where the editor has the {@link routeCommands}. */
  routeLenses: boolean;
  inlayHints: boolean;
  diagnostics: boolean;
}

/** Host → server, request `run`: answered when the run has ended. One run at a time. */
export interface RunRequest {
  options: RunOptions;
  /** By which its repeats are known; absent: its folder and command. */
  origin?: RunOrigin;
}
export interface RunAnswer {
  failure: Failure | null;
}

/** Host → server, notification `stop`: ends the run that is under way, if one is. No parameters. */

/**
 * Host → server, request `open`: shows a saved run, or what another program has written. Its
 * cancellation leaves what was shown before.
 */
export interface OpenRequest {
  /** A file, or a folder of a profiler. */
  path: string;
  /** More files of the same run. */
  morePaths?: string[];
}
export interface OpenAnswer {
  /** A sentence where it could not be opened; what was shown before stays. */
  problem: string | null;
  /** It was cancelled, or something else was opened meanwhile. */
  isCancelled?: boolean;
}

/** Server → host, notification `openProgress`, while a large profile is read. */
export interface OpenProgressMessage {
  /** 0…1 of the bytes of its files. */
  share: number;
}

/** Host → server, notification `clear`: forget what is shown. No parameters. */

/** Host → server, notification `trust`: the workspace is trusted from now on. No parameters. */

/** Host → server, request `fileLines`: the hot lines of a document as it is now, hottest first. */
export interface FileLinesRequest {
  uri: string;
}
export interface FileLinesAnswer {
  lines: EditorLine[];
}
export interface EditorLine {
  /** In the document as it is now, placed by diff where it differs from what ran. */
  line: number;
  self: number;
  own: number;
  total: number;
  /** For the end of the line, for example `34.2 %  ⚠ deopt ×41 wrong map`, or `12.1 % ▼ 9.8` where that is beyond the noise. */
  label: string;
  /** What of the label stands behind the share: `⚠ deopt ×41 wrong map`, `changed since the run`; may be empty. */
  note: string;
  marker: Marker;
  exact: boolean;
  /** The text of the line's function has changed since the run. */
  stale: boolean;
  /** Null where nothing is compared with what is shown, or the line is too small for it. Then `self` is of its runs. */
  difference: LineDifference | null;
}

/** Host → server, request `view`: what a flamegraph view said; answered with what it is to be told, if anything. */
export interface ViewRequest {
  message: FromView;
}
export interface ViewAnswer {
  messages: ToView[];
}

/** Host → server, request `functionsAt`: the functions at a line, for highlighting their frames. */
export interface FunctionsAtRequest {
  uri: string;
  line: number;
}
export interface FunctionsAtAnswer {
  /** As `FlameNode.functionId`. */
  functionIds: number[];
}

/** Host → server, request `lineNow`: where a line of the profile (a frame's, a report's) is in the document as it is now. */
export interface LineNowRequest {
  uri: string;
  line: number;
  /** The state of the comparison that the line is of; absent: the profile that is shown. */
  side?: 'base' | 'head';
}
export interface LineNowAnswer {
  /** The nearest line before it that is still there where it is gone. */
  line: number;
}

/** Host → server, request `why`: what V8 did with a function, and what that costs. */
export interface WhyRequest {
  subject: WhySubject;
}
export interface WhyAnswer {
  why: Why;
}

/** Host → server, request `scenarios`: what the scenario file of a folder offers. */
export interface ScenariosRequest {
  /** Absolute path. */
  folder: string;
}
export interface ScenariosAnswer {
  scenarios: ScenarioSummary[];
  problem: FileProblem | null;
}

/** Host → server, request `scenario`: one scenario with the files that it names. */
export interface ScenarioRequest {
  folder: string;
  name: string;
}
export interface ScenarioAnswer {
  /** Null where the file has none of that name, or there is a problem. */
  scenario: Scenario | null;
  problem: FileProblem | null;
}

/** Host → server, request `requestFile`: the requests of a HAR, `.http` or OpenAPI file. */
export interface RequestFileRequest {
  path: string;
}
export interface RequestFileAnswer {
  requests: OfferedRequest[];
  /** What of it can't be sent, or why it can't be read. */
  problems: FileProblem[];
}

/** Host → server, request `runs`: the saved runs, newest first. No parameters. */
export interface RunsAnswer {
  runs: ListedRun[];
}

/** The answer to what changes or reads a saved run. */
export interface RunsProblem {
  /** A sentence where it was not done; null where it was. */
  problem: string | null;
}

/** Host → server, request `renameRun`; an empty name takes it away. Answered by {@link RunsProblem}. */
export interface RenameRunRequest {
  path: string;
  name: string;
}

/** Host → server, request `pinRun`: makes it the baseline of its series, or no baseline. Answered by {@link RunsProblem}. */
export interface PinRunRequest {
  path: string;
  isBaseline: boolean;
}

/** Host → server, request `deleteRuns`: what is shown of them is cleared. Answered by {@link RunsProblem}. */
export interface DeleteRunsRequest {
  paths: string[];
}

/** Host → server, request `exportRun`: writes a run as a file for everybody. Answered by {@link RunsProblem}. */
export interface ExportRunRequest {
  /** Null: what is shown. */
  path: string | null;
  /** Absolute path. */
  to: string;
  format: SaveFormat;
}

/** Host → server, request `baseline`: what a run is to be compared with. */
export interface BaselineRequest {
  /** Null: what is shown. */
  path: string | null;
}
export interface BaselineAnswer {
  /** The run that was asked about; null where it is none of the saved ones. */
  run: ListedRun | null;
  /** The baseline of its series, which may be the run itself; null where none is pinned. */
  baseline: ListedRun | null;
  /** Why there is no run; null where there is one. */
  noRun: NoRun | null;
}
export type NoRun =
  /** Nothing is shown, and nothing is saved. */
  | 'nothing-saved'
  | 'nothing-shown'
  /** What is shown is a run of a measuring, which was compared as a whole. */
  | 'measured'
  /** What is shown is a file that was opened, or could not be saved. */
  | 'not-saved'
  /** Somebody has deleted it. */
  | 'gone';

/** Host → server, request `compare`: compares saved runs, and shows the last one of the head. What was compared before is forgotten. */
export interface CompareRequest extends ComparedPaths {
  /** What is shown stays: after a reload, where the page of a comparison comes back. */
  keepsShown?: boolean;
}
export interface CompareAnswer {
  /** A sentence where they could not be compared; what was compared before stays. */
  problem: string | null;
}

/** Host → server, request `compareView`: what the page of the comparison said; answered with what it is to be told, if anything. */
export interface CompareViewRequest {
  message: FromComparison;
}
export interface CompareViewAnswer {
  messages: ToComparison[];
}

/** Server → host, notification `runsChanged`: ask for the runs again. No parameters. */

/** Server → host, notification `runState`. */
export interface RunStateMessage {
  state: RunState;
}

/** Server → host, notification `progress`, about ten times a second under load. */
export type ProgressMessage = LoadProgress;

/** Host → server, request `otherHost`: whether a load of this URL would go to another machine. */
export interface OtherHostRequest {
  url: string;
}
export interface OtherHostAnswer {
  /** The host to be confirmed; null where there is nothing to confirm, or its name has no address. */
  host: string | null;
}

/** Server → host, notification `output`: the target's own. */
export interface OutputMessage {
  text: string;
  stream: 'stdout' | 'stderr';
}

/** Server → host, notification `profileChanged`: another profile is shown, or none. */
export interface ProfileChangedMessage {
  profile: ProfileSummary | null;
}
export interface ProfileSummary {
  /** For people: command and time. */
  title: string;
  /** Milliseconds since 1970. */
  takenAt: number;
  /** Where it is, or is being, saved; null where it is not. */
  path: string | null;
  target: Report['target'];
  load: Report['load'];
  sampling: Report['sampling'];
  notes: string[];
  /** Hottest first, at most 500 of each. */
  lines: (LineReport & {
    uri: string;
    label: string;
    note: string;
    functionName: string;
    /** The function whose marker is told there, else the one that ran there. */
    of: FunctionRef | null;
  })[];
  functions: (Omit<FunctionReport, 'deopts' | 'story'> & {
    uri: string;
    /** Why it is not optimized, in words; null where it is, or that is not known. */
    why: string | null;
    deopts: (DeoptReport & { uri: string })[];
  })[];
  packages: PackageReport[];
}

/** Server → host, notification `fileLinesChanged`: ask for the document's lines again. */
export interface FileLinesChangedMessage {
  uri: string;
}
