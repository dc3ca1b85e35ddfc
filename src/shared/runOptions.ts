import type { Sampler } from './profileOrigin.ts';
import type { Area } from './vocabulary.ts';

/** One request of the load. */
export interface LoadRequest {
  method: string;
  /** Path with query, for example `/orders?limit=5`. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** How often it is sent in a round of all requests, from 1; absent: once. */
  weight?: number;
}

/** A request that is sent once before the load. Its cookies are sent with all that follow. */
export interface SetupRequest extends LoadRequest {
  /** Text taken from the JSON answer, by the name that later requests use as `{{name}}`: a JSON pointer each. */
  capture: Record<string, string>;
}

/**
 * A person's choice of several servers that answer alike: by port, or, if each run has other ports,
 * by place among them in the order in which they opened, from 0.
 */
export interface ChosenServer {
  port: number;
  place: number;
  of: number;
}

export interface LoadOptions {
  /** A path on the target's own address, or a whole http(s) URL. */
  url: string;
  /** The other machine that the user has named for this one run; absent: only this machine is loaded. */
  confirmedHost?: string;
  /** The choice between servers of the target that answer alike. */
  server?: ChosenServer;
  /** A person is asked if a process has several such servers; absent: the first one is loaded. */
  asksServer?: true;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /**
   * If not empty, replaces the single request above: sent in turn, or as often as the weights say.
   */
  requests: LoadRequest[];
  /** Sent in order, once, before the warm-up. */
  setup?: SetupRequest[];
  /** The name of the scenario, for the report. */
  scenario?: string;
  connections: number;
  durationS: number;
  warmupS: number;
  pipelining: number;
  /** Requests per second over all connections; absent: as fast as answers come. */
  rate?: number;
  /** Seconds until a request counts as timed out. */
  timeoutS: number;
}

export interface RunOptions {
  /** The command and its arguments, never through a shell. */
  command: string[];
  cwd: string;
  /**
   * Added to the target's environment; null takes a variable away. Values may be secrets: they are
   * in no report, saved run, log or page.
   */
  env: Record<string, string | null>;
  /** Folders whose files (outside node_modules) are the `app` area. Empty: worked out from cwd and the entry file. */
  workspaceFolders: string[];
  load: LoadOptions;
  startTimeoutS: number;
  /** Node.js binary for the target instead of the command's own. */
  node?: string;
  /** Absent: V8's own log. */
  sampler?: Sampler;
  /** Sampling interval in microseconds. */
  intervalMicros: number;
  /**
   * Adds --no-sparkplug so that every JS sample has its line; before Node.js 24 that is done anyway, and
   * from 26 on Sparkplug code has its lines.
   */
  exactLines: boolean;
  /**
   * V8 writes down too what it knows of each property access (`--log-ic`) and of the shapes of
   * objects, which slows the server. Implies `exactLines`. Absent: no.
   */
  deep?: boolean;
  /**
   * A run of allocations: V8 samples what each function allocates, and no time. It runs without inlining.
   * Absent: no.
   */
  allocations?: boolean;
  /**
   * Whether the load goes on after the window for the target to learn which lines cause what runs after
   * awaits. Absent: yes.
   */
  chargesAwaits?: boolean;
  /** The areas visible in the report; time of others folds into the nearest visible caller. */
  areas: Area[];
}
