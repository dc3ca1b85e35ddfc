import type { Failure } from './failure.ts';
import type { ProfileOrigin } from './profileOrigin.ts';
import type { TierStory } from './tierStory.ts';
import type { Area, Marker, PartShares, TierShares } from './vocabulary.ts';

/**
 * The report of a run as JSON: a contract that scripts rely on.
 * Shares are 0…1 of the on-CPU samples of the window; lines and columns are 1-based;
 * times are in the unit of the name; files are absolute.
 */
export interface Report {
  hotframe: 1;
  /** When the run ended, ISO 8601 in UTC; absent in runs that were saved before it was written down. */
  takenAt?: string;
  /** The machine that ran it; absent in runs that were saved before it was written down. */
  machine?: MachineReport;
  target: TargetReport | null;
  /** Of what was opened from a file of another program, instead of a target and a load; absent in runs. */
  imported?: ImportedReport;
  load: LoadReport | null;
  sampling: SamplingReport | null;
  lines: LineReport[];
  functions: FunctionReport[];
  packages: PackageReport[];
  /** What the samples without a visible frame were, largest first. */
  unattributed: UnattributedReport[];
  /** Sentences on what could not be known: missing source maps, garbage in the log. */
  notes: string[];
  failure: Failure | null;
}

/** The report without its lists by line and function: those of a large profile are most of it. */
export type RunPart = Omit<Report, 'lines' | 'functions' | 'unattributed'>;

export function runPart(report: Report): RunPart {
  const { lines: _lines, functions: _functions, unattributed: _unattributed, ...rest } = report;
  return rest;
}

export interface TargetReport {
  pid: number;
  /** Version of the target's Node.js, without `v`. */
  node: string;
  v8: string;
  command: string[];
  cwd: string;
  /** Where the load went; empty without load. */
  url: string;
  /** From launch to the first listener; absent where the process was running already. */
  listenMs?: number;
  processes: ProcessReport[];
  /** What was checked out in `cwd` when it was started, in full; absent without git and before a first commit. */
  commit?: string;
  /** Absent where the commit itself was checked out. */
  branch?: string;
  /**
   * How the files of the whole repository differed from the commit, new ones included: `other-files`
   * are documents and the like, which no server reads. There with `commit`.
   */
  modified?: 'no' | 'other-files' | 'source-files';
}

export interface ImportedReport {
  /** Absolute paths of what was opened. */
  files: string[];
  /** Folders whose files outside node_modules were taken for the user's own. */
  folders: string[];
  /** Threads that were sampled; process ids are 0 where the files do not say. */
  processes: ProcessReport[];
}

export interface MachineReport {
  /** Model; empty where the system does not say. */
  cpu: string;
  /** That a process may use. */
  cores: number;
  /** As Node.js calls them: `linux`, `x64`. */
  platform: string;
  arch: string;
}

export interface ProcessReport {
  pid: number;
  /** 0 on the main thread of its process. */
  threadId: number;
  role: 'main' | 'worker' | 'child';
  /** Samples of the window, idle ones included. */
  samples: number;
  /** Those in which code ran; all processes together make up the whole of all shares. Absent in older saved runs. */
  onCpu?: number;
  /** Share of the window in which none did, see `sampling.idleShare`. Absent in older saved runs. */
  idleShare?: number;
  /** What the process runs, as its folder calls it; absent where it is not known, and for threads. */
  script?: string;
}

export interface LoadReport {
  url: string;
  /** The scenario that was asked for, by its name; absent without one. */
  scenario?: string;
  connections: number;
  durationS: number;
  /** Answers received within the window. */
  requests: number;
  /** `samples` holds the answers of each whole second. */
  reqPerS: { mean: number; stdev: number; samples: number[] };
  latencyMs: {
    mean: number;
    p50: number;
    p90: number;
    p97_5: number;
    p99: number;
    max: number;
    /** One for each of `reqPerS.samples`, in the same order. Absent in runs that were saved before it was recorded. */
    samples?: SecondLatency[];
  };
  bytesPerS: number;
  errors: number;
  timeouts: number;
  non2xx: number;
  /** Whole sentences. */
  warnings: string[];
}

/**
 * Latencies of all answers that arrived within one second of the window, in milliseconds with three
 * digits, measured from the writing of the request; null where no answer arrived. Of fewer than 100
 * answers, p99 is the slowest.
 */
export interface SecondLatency {
  p50: number | null;
  p99: number | null;
}

export interface SamplingReport {
  /** `imported`: a file that another program made. */
  sampler: ProfileOrigin['sampler'];
  /** What an imported file is, in words. */
  format?: string;
  /** False where it is not known which tier ran; absent: known. */
  tiers?: boolean;
  /** Of which frames the line that ran is known, see {@link ProfileOrigin}; absent: of every one. */
  lines?: ProfileOrigin['lines'];
  /**
   * Share of on-CPU samples whose line is not known although the sampler gives one: it lies outside
   * the function that it is booked on. Absent where every line that is given can be believed.
   */
  misplacedShare?: number;
  intervalMicros: number;
  /** Samples of the window, idle ones included. */
  samples: number;
  onCpu: number;
  /**
   * Share of the window in which no code ran on the thread `idleOf`, see `idleWords`; those of others
   * are with the processes. In older saved runs it is the mean of all threads that worked.
   */
  idleShare: number;
  /** The main thread that did most: workers and helpers wait as a rule. Absent in older saved runs. */
  idleOf?: Pick<ProcessReport, 'pid' | 'threadId'>;
  gcShare: number;
  /** Share of on-CPU samples with no visible frame on the stack. */
  unattributedShare: number;
  /** Of samples with no JavaScript on the stack at all; with `self` of all packages, they are the whole. Absent in older saved runs. */
  withoutJs?: V8Shares;
  windowMs: number;
  /** CPU time of all target processes by the operating system's accounting; null where it could not be read. */
  cpuMicrosPerRequest: number | null;
  /**
   * Share of that CPU time which sampling took: of the sampler's threads by the operating system's
   * accounting, with what the interruptions of the server's own threads take beside. Null where the
   * system does not tell it; absent in older saved runs and in deep runs, where V8 writes down more.
   */
  costShare?: number | null;
  /** What is visible in `lines`; the time of the rest is in the nearest visible caller. Absent in older saved runs. */
  areas?: Area[];
  /** A deep run: what V8 wrote down beside the samples slowed the server, so it is compared with no other. Absent: no. */
  deep?: boolean;
}

export interface LineReport {
  file: string;
  line: number;
  self: number;
  own: number;
  total: number;
  parts: PartShares;
  tiers: TierShares;
  /**
   * False where only the function is known: `line` is then its first. So for Sparkplug code before
   * Node.js 26, whose V8 logs no lines of it, and for what other profilers leave out.
   */
  exact: boolean;
  /** What `parts.v8` was, largest first, at most eight. Absent where nothing was, and in older saved runs. */
  builtins?: BuiltinReport[];
  /** The property accesses on the line, worst state first. Of a deep run only; absent where the log has none. */
  ics?: IcReport[];
}

/**
 * `load` and `store`: `a.name` and `a.name = …`; `keyed-load` and `keyed-store`: `a[key]`.
 */
export type IcKind = 'load' | 'store' | 'keyed-load' | 'keyed-store';

/** `polymorphic`: two to four shapes; `megamorphic`: more of them, or keys that differ. */
export type IcState = 'monomorphic' | 'polymorphic' | 'megamorphic';

/** What V8 has learned at a property access (its inline cache) by the end of the window: from a deep run. */
export interface IcReport {
  kind: IcKind;
  /** As in the code; empty for keyed accesses. */
  property: string;
  column: number;
  state: IcState;
  /** Different shapes (V8: maps) of objects that were met in this state; at least so many where it is megamorphic. */
  shapeCount: number;
  /** The first of them by their properties, such as `{ id, price }`; those of which V8's log says nothing are left out. */
  shapes: string[];
  /** Of a keyed access: how many names it was asked for, array indexes not among them. */
  keyCount: number;
  /** How often within the window V8 had to look for the property in the object itself, since its table for megamorphic accesses did not have it. */
  misses: number;
}

/** Code of V8's own that ran for a line: a builtin, a regular expression, the parser, a compiler. */
export interface BuiltinReport {
  /** As V8 calls it: `KeyedLoadIC_Megamorphic`, `ArrayPrototypeConcat`, `RegExp /…/`, `(parser)`. */
  name: string;
  self: number;
}

export interface DeoptReport {
  reason: string;
  /** V8's kind: `deopt-eager`, `deopt-lazy`, `dependency-change`. */
  kind: string;
  /** Where; another file than the function's when the site was inlined from there. */
  file: string;
  line: number;
  column: number;
  /** How often within the window. */
  count: number;
}

export interface FunctionReport {
  /** A function without a name in the code has a description: `GET /invoices/:id`, `map callback`, `(anonymous)`. */
  name: string;
  /** Empty where V8 knows no file (`eval`, `new Function`). */
  file: string;
  line: number;
  column: number;
  area: Area;
  /** npm package of a `deps` function, else empty. */
  package: string;
  /** 0 for functions of hidden areas: their time is in the visible caller. */
  self: number;
  own: number;
  total: number;
  tiers: TierShares;
  marker: Marker;
  /** Why the marker is there, in words; null without a marker. */
  reason: string | null;
  deopts: DeoptReport[];
  /** Absent for functions without a marker or a real share, where tiers are not known, and in older saved runs. */
  story?: TierStory;
}

export interface PackageReport {
  /** npm package name, `(app)` for the workspace's own code, `(node)` for `node:` modules. */
  name: string;
  /** Share whose innermost JavaScript frame is of this package (GC, builtins and native code it called included). */
  self: number;
  total: number;
  /** What of self was not its own JavaScript, but called by it. Absent in older saved runs. */
  parts?: V8Shares;
}

/** Shares of what is no JavaScript: C++ and other native code, V8's builtins, garbage collection. */
export type V8Shares = Pick<PartShares, 'native' | 'v8' | 'gc'>;

export interface UnattributedReport {
  name: string;
  area: Area;
  package: string;
  self: number;
}
