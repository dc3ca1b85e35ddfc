import type { LoadReport } from './loadReport.ts';
import type { LoadRequest } from './runOptions.ts';

/**
 * The wire between the engine and the load process (one child process a run, over Node's IPC).
 * The process ends by itself when the engine's end of the channel closes.
 */

/** Engine → load: run one load phase, answered by progress messages and one `done` or `failed`. */
export interface LoadStart {
  type: 'start';
  /** Origin that is loaded, for example `http://127.0.0.1:3000`. */
  origin: string;
  /** Socket file to connect to instead of the origin's host and port. */
  socketPath: string | null;
  requests: LoadRequest[];
  connections: number;
  durationS: number;
  pipelining: number;
  rate: number | null;
  timeoutS: number;
  /** Whether a certificate must be valid, as another machine's must. */
  checksCertificate: boolean;
  /** Ends the load phase with the first answer, whatever its status. */
  untilFirstAnswer?: boolean;
}

/** Load → engine, about ten times a second while a load phase runs. Counts are since the start of the load phase. */
export interface LoadProgress {
  type: 'progress';
  elapsedMs: number;
  requests: number;
  /** Received, of answers that have not ended too. */
  bytes: number;
  /** Over the last second. */
  reqPerS: number;
  /** Mean latency over the last second. */
  latencyMs: number;
  errors: number;
  non2xx: number;
  /** A process is sampled as it is: only `elapsedMs` says something. */
  isWithoutLoad?: true;
}

/** Load → engine, once a load phase. */
export interface LoadDone {
  type: 'done';
  /** System monotonic clock (`process.hrtime.bigint()` as decimal text, nanoseconds). */
  startedNs: string;
  endedNs: string;
  /** Answers received, to their end. */
  requests: number;
  /** Answers whose head came, whether they ended or not. */
  begun: number;
  /** One for each of the requests that were asked for, in their order. */
  byRequest: AnswersOfRequest[];
  /** Answers in each whole second. */
  perSecond: number[];
  /** Covers the whole load phase; `samples` has each whole second, as `perSecond` does. */
  latencyMs: Required<LoadReport['latencyMs']>;
  /** All that was received, also for answers that did not end. */
  bytes: number;
  /** Connections and requests that failed, timeouts among them. */
  errors: number;
  timeouts: number;
  non2xx: number;
  /** Answers by status code, for example `{ "200": 1234 }`. */
  statusCounts: Record<string, number>;
  /** The first answer that was not 2xx, with the first 20 000 characters of its body as it came: secrets may be in it. */
  firstNon2xx: { status: number; body: string } | null;
  /** The first connection error's message, for example `connect ECONNREFUSED 127.0.0.1:3000`. */
  firstError: string | null;
  /** CPU of the load process itself over the load phase, as a share of one core (0…). */
  clientCpuShare: number;
}

export interface AnswersOfRequest {
  /** Received, to their end. */
  answers: number;
  latencySumMs: number;
}

/** Load → engine: the load phase could not run at all. */
export interface LoadFailed {
  type: 'failed';
  message: string;
}

export type FromLoad = LoadProgress | LoadDone | LoadFailed;
