import type { Failure } from './failure.ts';
import type { Finding } from './finding.ts';
import type { LoadReport } from './loadReport.ts';
import type { ProfileOrigin } from './profileOrigin.ts';
import type { MemoryReport } from './memory.ts';
import type { TierStory } from './tierStory.ts';
import type { RequestsReport, WaitReport } from './requestTimes.ts';
import type { RouteReport } from './routes.ts';
import type { SignalsReport } from './signals.ts';
import type { Sentence } from './wording.ts';
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
  /** Set instead of target and load for a file of another program; absent in runs. */
  imported?: ImportedReport;
  load: LoadReport | null;
  sampling: SamplingReport | null;
  /** The latency of a request by where it goes; null if it was not learned. Absent in older saved runs. */
  requests?: RequestsReport | null;
  /**
   * The routes of the load, by their share of CPU time; null or absent if it had one alone or they
   * were not learned, and in older saved runs.
   */
  routes?: RouteReport[] | null;
  /** The work of the event loops; null or absent if no thread told of it, as in attached processes and older runs. */
  signals?: SignalsReport | null;
  /** Findings, dearest first. Absent if nothing was sampled, and in older saved runs. */
  findings?: Finding[];
  /**
   * The bytes that requests allocate, and the cost of collecting them; null if the server was not asked, such as a
   * process that was attached to. Absent without load and in older saved runs.
   */
  memory?: MemoryReport | null;
  /** By self. Those at which requests only wait have none; so have those that only call others. */
  lines: LineReport[];
  functions: FunctionReport[];
  packages: PackageReport[];
  /** Samples without a visible frame by what they were, largest first. */
  unattributed: UnattributedReport[];
  /** Sentences on missing facts: source maps not found, unreadable lines of the log. */
  notes: string[];
  /**
   * Notes and load warnings that the editor words differently, by their `message`. Absent without
   * such, and in older saved runs.
   */
  wordings?: Sentence[];
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
  /** The URL of the load; empty without load. */
  url: string;
  /** From launch to the first listener; absent if the process was running already. */
  listenMs?: number;
  processes: ProcessReport[];
  /**
   * The full hash of the commit in `cwd` at the start; absent without git and before a first
   * commit.
   */
  commit?: string;
  /** Absent if no branch was checked out. */
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
  /** Threads that were sampled; process ids are 0 if the files do not say. */
  processes: ProcessReport[];
}

export interface MachineReport {
  /** Model; empty if the system does not say. */
  cpu: string;
  /** The number that a process may use. */
  cores: number;
  /** In Node's names: `linux`, `x64`. */
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
  /**
   * Samples in which code ran; the sum over all processes is the whole of all shares. Absent in
   * older saved runs.
   */
  onCpu?: number;
  /**
   * Share of the window in which no code ran, see `sampling.idleShare`. Absent in older saved runs.
   */
  idleShare?: number;
  /** The script of the process, relative to its folder; absent if not known, and for threads. */
  script?: string;
}

export interface SamplingReport {
  /** `imported`: a file that another program made. */
  sampler: ProfileOrigin['sampler'];
  /** The format of an imported file, in words. */
  format?: string;
  /** False if it is not known which tier ran; absent: known. */
  tiers?: boolean;
  /** Frames for which the line that ran is known, see {@link ProfileOrigin}; absent: all. */
  lines?: ProfileOrigin['lines'];
  /**
   * Share of on-CPU samples whose line is not known although the sampler gives one: it lies outside
   * the function that it is booked on. Absent if every line that is given can be believed.
   */
  misplacedShare?: number;
  intervalMicros: number;
  /** Samples of the window, idle ones included. */
  samples: number;
  onCpu: number;
  /**
   * Share of the window in which no code ran on the thread `idleOf`, see `idleText`; those of others
   * are with the processes. In older saved runs it is the mean of all threads that worked.
   */
  idleShare: number;
  /**
   * The main thread that worked most, since workers and helpers wait as a rule. Absent in older
   * saved runs.
   */
  idleOf?: Pick<ProcessReport, 'pid' | 'threadId'>;
  gcShare: number;
  /** Share of on-CPU samples with no visible frame on the stack, without those of `viaAwaitShare`. */
  unattributedShare: number;
  /**
   * Share of on-CPU samples without a visible frame that are charged to the line that has caused them by
   * an `await` or a callback, as the learning phase says. Absent in older saved runs.
   */
  viaAwaitShare?: number;
  /**
   * Shares of samples with no JavaScript on the stack; with `self` of all packages, they are the
   * whole. Absent in older saved runs.
   */
  withoutJs?: V8Shares;
  windowMs: number;
  /**
   * CPU time of all target processes by the operating system's accounting (on Windows, as they read it
   * themselves); null if it could not be read.
   */
  cpuMicrosPerRequest: number | null;
  /**
   * Share of that CPU time which sampling took: of the sampler's threads by the operating system's
   * accounting, with what the interruptions of the server's own threads take beside. Null if the
   * system does not tell it; absent in older saved runs and in deep runs, where V8 writes down more.
   */
  costShare?: number | null;
  /**
   * The areas visible in `lines`; time of others is in the nearest visible caller. Absent in older
   * saved runs.
   */
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
   * False if only the function is known: `line` is then its first. So for Sparkplug code before
   * Node.js 26, whose V8 logs no lines of it, and for what other profilers leave out.
   */
  exact: boolean;
  /** The part of `self` that ran after an `await` or in a callback of this line. Absent in older saved runs. */
  viaAwait?: number;
  /** Standard error of `viaAwait`, by the number of observations in the learning phase. Absent if it is 0. */
  viaAwaitError?: number;
  /**
   * Mean milliseconds that an answered request waits here on its critical path: what its latency would
   * lose if it did not have to wait. Absent if it was not learned.
   */
  waitMs?: number;
  /** The waits on this line, longest first. Present with `waitMs`. */
  waits?: WaitReport[];
  /** The outermost packages of that work, `(node)` for Node.js itself; largest first, at most eight. Absent if there is none. */
  awaited?: { name: string; self: number }[];
  /**
   * The builtins behind `parts.v8`, largest first, at most eight. Absent without any, and in older
   * saved runs.
   */
  builtins?: BuiltinReport[];
  /**
   * The property accesses on the line, worst state first. In deep runs only; absent if the log has
   * none.
   */
  ics?: IcReport[];
}

/** `load` and `store`: `a.name` and `a.name = …`; `keyed-load` and `keyed-store`: `a[key]`. */
export type IcKind = 'load' | 'store' | 'keyed-load' | 'keyed-store';

/** `polymorphic`: two to four shapes; `megamorphic`: more of them, or keys that differ. */
export type IcState = 'monomorphic' | 'polymorphic' | 'megamorphic';

/** V8's inline cache at a property access at the end of the window, from a deep run. */
export interface IcReport {
  kind: IcKind;
  /** As in the code; empty for keyed accesses. */
  property: string;
  column: number;
  state: IcState;
  /**
   * Number of shapes (V8: maps) that were met in this state; a lower bound if it is megamorphic.
   */
  shapeCount: number;
  /**
   * The first shapes by their properties, such as `{ id, price }`; shapes that V8's log does not
   * describe are left out.
   */
  shapes: string[];
  /** Number of names of a keyed access, without array indexes. */
  keyCount: number;
  /**
   * Lookups within the window in the object itself, because V8's table for megamorphic accesses
   * lacked the property.
   */
  misses: number;
}

/** V8's own code that ran for a line: a builtin, a regular expression, the parser, a compiler. */
export interface BuiltinReport {
  /** V8's name: `KeyedLoadIC_Megamorphic`, `ArrayPrototypeConcat`, `RegExp /…/`, `(parser)`. */
  name: string;
  self: number;
}

export interface DeoptReport {
  reason: string;
  /** V8's kind: `deopt-eager`, `deopt-lazy`, `dependency-change`. */
  kind: string;
  /** The site's file, which differs from the function's if the code was inlined. */
  file: string;
  line: number;
  column: number;
  /** The count within the window. */
  count: number;
}

export interface FunctionReport {
  /** A function without a name in the code has a description: `GET /invoices/:id`, `map callback`, `(anonymous)`. */
  name: string;
  /** Empty if V8 knows no file (`eval`, `new Function`). */
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
  /** The reason for the marker, in words; null without a marker. */
  reason: string | null;
  deopts: DeoptReport[];
  /** Absent for functions without a marker or a real share, if tiers are not known, and in older saved runs. */
  story?: TierStory;
}

export interface PackageReport {
  /** npm package name, `(app)` for the workspace's own code, `(node)` for `node:` modules. */
  name: string;
  /** Share whose innermost JavaScript frame is of this package (GC, builtins and native code it called included). */
  self: number;
  total: number;
  /**
   * The part of `self` that its JavaScript called: native code, builtins, GC. Absent in older saved
   * runs.
   */
  parts?: V8Shares;
}

/** Shares that are no JavaScript: C++ and other native code, V8's builtins, garbage collection. */
export type V8Shares = Pick<PartShares, 'native' | 'v8' | 'gc'>;

export interface UnattributedReport {
  name: string;
  /** The module of Node.js, `node:net`; absent for other code, and in older saved runs. */
  file?: string;
  area: Area;
  package: string;
  /** The package that called it, of a function of Node.js; absent without one, and in older saved runs. */
  caller?: string;
  self: number;
}
