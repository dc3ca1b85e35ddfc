import type { Tier } from './vocabulary.ts';

/**
 * The messages of `hotframe bench` and the processes that it starts: plain data in files of its
 * private folder. The server reads {@link RecordJob} from its environment and writes recordings; each
 * process that measures reads a {@link BenchJob} and writes a {@link BenchAnswer}.
 */

/** Name of the variable with the {@link RecordJob}. */
export const recordVariable = 'HOTFRAME_BENCH';

/** How the name of a file ends that says why a thread of the server can't record. */
export const noRecorderEnding = '.no-recorder';

export interface RecordJob {
  folder: string;
  file: string;
  line: number;
  /** Another function, of which only the place is wanted. */
  second: { file: string; line: number } | null;
}

/** The kind of a function says how a call of it is finished. */
export type FunctionKind = 'function' | 'async' | 'generator' | 'async generator';

/** The place of the function in the text that Node.js ran, as the server has met it. */
export interface PlacedFunction {
  /** The file that Node.js ran, which a build may have made of the user's. */
  runtimeFile: string;
  isModule: boolean;
  /** Its name with those around it; finds it in another version of the file. */
  path: string;
  name: string;
  kind: FunctionKind;
  /** In the user's file, 1-based: V8's place of it, and its lines. */
  line: number;
  startLine: number;
  endLine: number;
  /** First and last line in the text that a process loads to measure it. */
  bodyLines: [number, number];
  /** Whether it is a method, and needs `this`. */
  isMethod: boolean;
  /** The function that makes it anew in each of its calls; null if the module makes it. */
  maker: string | null;
  captured: string[];
  isRecursive: boolean;
  isSelfContained: boolean;
}

/** A file of one thread of the server, `<pid>-<threadId>.calls`, serialized by V8. */
export interface Recording {
  found: PlacedFunction | null;
  second: PlacedFunction | null;
  execPath: string;
  execArgv: string[];
  cwd: string;
  node: string;
  /** Calls and requests since the first request. */
  calls: number;
  requests: number;
  /** One call in so many is kept. */
  everyNth: number;
  kept: RecordedCall[];
  /** Values that were not kept, with the number of such calls. */
  lost: LostCalls[];
}

export interface RecordedCall {
  /** {@link CallValues}, serialized by V8. */
  bytes: Uint8Array;
  isNew: boolean;
  /** Objects in it that lose their class as they are copied. */
  instances: LostInstance[];
  /** Names of functions and accessors of `this`, an object literal, which the module makes again. */
  methods: string[];
}

export interface CallValues {
  self: unknown;
  args: unknown[];
  captured: Record<string, unknown> | null;
}

/** `path` leads from {@link CallValues} to the object. */
export interface LostInstance {
  path: string[];
  className: string;
}

/** `argument 1 (req)`, `this` or `index (captured)`, with what can't be copied of it: `socket is a Socket`. */
export interface LostCalls {
  where: string;
  what: string;
  count: number;
}

/** One version of the function. */
export interface BenchSide {
  file: string;
  isModule: boolean;
  path: string;
  /** The text of the file in place of the one on disk. */
  text: string | null;
  /** The number of the version among those that one process loads, from 1. */
  load: number;
  kind: FunctionKind;
  /** Whether it uses no name of its module or of functions around. */
  isSelfContained: boolean;
}

export interface BenchJob {
  /** `measure`: the first side alone. `check`: whether both sides give the same answers. */
  task: 'measure' | 'check' | 'write';
  sides: BenchSide[];
  /** A file with {@link RecordedCall}s, serialized by V8; null with `fixture`. */
  callsFile: string | null;
  fixture: string | null;
  /** Warmed up until this tier runs; null: until the tier stays. */
  tier: Tier | null;
  answerFile: string;
}

export type BenchAnswer =
  | { type: 'failed'; message: string }
  | ({ type: 'measured' } & MeasuredCalls)
  | ({ type: 'checked' } & CheckedAnswers)
  | ({ type: 'exported' } & ExportedFunction);

/** Times of a call by one clock. */
export interface CallTimes {
  /** Without the time of an empty function; may be below zero for what is nothing. */
  nsPerCall: number;
  /** The time of a call of an empty function with the same arguments. */
  emptyNs: number;
  /** By the median distance of the samples of `emptyNs` from it, so that some that were interrupted change nothing. */
  emptyDeviationNs: number;
}

/** The figures that one process has measured. */
export interface MeasuredCalls {
  /** By what its calls return. */
  kind: FunctionKind;
  /** By the wall clock. */
  wall: CallTimes;
  /** By the CPU time of the process; null if the system tells it in coarse steps, or calls wait for promises. */
  cpu: CallTimes | null;
  /** The shortest time of a call by the wall clock, with the loop around it. */
  leastWallNs: number;
  /** Null if Node.js does not tell. */
  bytesPerCall: number | null;
  /** The tier of each measured sample; null if no known tier fits. */
  tiers: (Tier | null)[];
  /** Tiers that could be told apart in this process. */
  knownTiers: Tier[];
  isTierReached: boolean;
  calls: number;
  /** How many recorded calls there are, how many of them threw, and the first error. */
  recorded: number;
  threw: number;
  error: string | null;
  /** Whether a call changes its arguments or `this`, so that each measured one got copies. */
  mutates: boolean;
  /** Whether all calls return nothing. */
  returnsNothing: boolean;
  /** Classes whose objects were measured as plain ones. */
  plainClasses: string[];
}

export interface CheckedAnswers {
  calls: number;
  /** True if the first function answers differently from itself. */
  isUnsteady: boolean;
  /** True if that may be because answers hold functions, of which each call makes its own. */
  holdsFunctions: boolean;
  differing: number;
  /** The first ones, in words. */
  differences: string[];
}

/** How a file that runs without Hotframe gets at the function. */
export interface ExportedFunction {
  /** Property names from the module to it; null if it is not exported. */
  names: string[] | null;
  isMethod: boolean;
  /** Whether its `this` is what it is a property of: a class, or an object of the module. */
  isOwned: boolean;
  /** The text of a function that uses nothing of its module; null for others. */
  text: string | null;
  calls: { self?: unknown; args: unknown[] }[] | null;
  base64: string | null;
}
