import type { FunctionReport } from './report.ts';
import type { Marker } from './vocabulary.ts';

/**
 * The subject of the panel "Why", and the wire between its page and the extension host. Plain data;
 * lines and columns are 1-based and of the text that ran, files absolute.
 */

/** A function of a profile. In another profile it is the nearest one of that name in the file. */
export interface FunctionRef {
  name: string;
  file: string;
  line: number;
  column: number;
}

/** The function that a person asks about. */
export type WhySubject =
  | { kind: 'function'; of: FunctionRef }
  /** A frame of the flamegraph: `FlameNode.functionId`. */
  | { kind: 'frame'; functionId: number }
  /** A line of a document as it is now: the function whose marker is told there, else the one that ran there, else the one around it. */
  | { kind: 'line'; uri: string; line: number }
  /** None yet: the answer says which are marked. */
  | { kind: 'none' };

/** A marked function to choose. */
export interface MarkedFunction extends FunctionRef {
  /** 0…1 of the on-CPU samples, with what it called in hidden code where it is visible itself. */
  price: number;
  marker: Exclude<Marker, null>;
  reason: string;
}

/** The line that a place is on, as it ran. */
export interface SourceLine {
  /** Without its indentation, and cut where it is long. */
  text: string;
  /** How many characters of the line are missing before `text`. */
  indent: number;
}

interface OfProfile {
  /** The profile, for people: command and time. */
  title: string;
  /** Shortens paths in what people read. */
  baseFolder: string;
  /** Dearest first. */
  marked: MarkedFunction[];
  /** False if the samples have no tiers: nothing can be said of optimization. */
  areTiersKnown: boolean;
}

/** In place of what tiers would say. */
export const tiersNotKnown =
  'Tiers are not known: the samples of this profile do not say which code of V8 ran.';

/** More would be one band on the strip. */
export const maxDeoptMoments = 1000;

export interface DeoptMoment {
  /** Since the window's start. */
  atMs: number;
  /** Index into the report's `target.processes`. */
  process: number;
  /** As V8 gives it. */
  reason: string;
}

/** The known facts on a function of the profile that is shown. */
export type Why =
  | { kind: 'no-profile' }
  /** No function of the profile is where was asked. */
  | ({ kind: 'no-function' } & OfProfile)
  /** No sample was in it, and V8 threw no code of it away. */
  | ({ kind: 'no-samples'; of: FunctionRef } & OfProfile)
  | WhyFunction;

export interface WhyFunction extends OfProfile {
  kind: 'function';
  report: FunctionReport;
  /** The whole that all shares are of. */
  onCpuSamples: number;
  windowMs: number;
  /** For people, by their index in the report's `target.processes`. */
  processNames: string[];
  /** Its text has changed since the run. */
  isStale: boolean;
  /** Each time within the window that optimized code of it was thrown away, at most {@link maxDeoptMoments}. */
  deoptMoments: DeoptMoment[];
  /** Text of the lines that are named, by `file:line`, as far as it is at hand. */
  lines: Record<string, SourceLine>;
}

/** Page → host. */
export type FromWhy =
  /** The page is loaded and asks for what it is about. */
  | { type: 'ready' }
  /** A person chose another function: answered by `why`. */
  | { type: 'ask'; of: FunctionRef }
  /** A person wants to go to a place in the editor. */
  | { type: 'reveal'; file: string; line: number; column: number }
  /** There is no profile, and a person wants one. */
  | { type: 'profile' };

/** Host → page. */
export type ToWhy =
  /** Comes again when another profile is shown. */
  | { type: 'why'; why: Why }
  /** It could not be known; the sentence is for people. */
  | { type: 'failed'; message: string };

/** The reference of a function's report, or of anything else that has one's fields. */
export function functionRef({ name, file, line, column }: FunctionRef): FunctionRef {
  return { name, file, line, column };
}

/** Reads what came from outside, such as a command's argument or a page's state; null if it is none. */
export function readFunctionRef(value: unknown): FunctionRef | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, file, line, column } = value as Partial<Record<keyof FunctionRef, unknown>>;
  if (typeof name !== 'string' || typeof file !== 'string') return null;
  if (typeof line !== 'number' || typeof column !== 'number') return null;
  return { name, file, line, column };
}
