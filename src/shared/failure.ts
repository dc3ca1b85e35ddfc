import { sentence, type Sentence, type Wording } from './wording.ts';

/**
 * Expected failures are data. `kind` is a contract (the report's `failure.kind`);
 * `message` is one sentence or two: what happened, with which value, what to do next. `wording` has
 * the same with the remedy as data, if the editor has other words for it.
 */
export interface Failure extends Sentence {
  kind: FailureKind;
  /** The servers that a person has to choose from, in the order in which they opened. */
  choices?: ServerChoice[];
  /** The place at which the server is stuck. */
  place?: { file: string; line: number };
  /** The server listens, but not on the port that was named. */
  isElsewhere?: true;
  /** The HTTP status of an answer that was not 2xx. */
  status?: number;
  /** Seconds of load that would be enough. */
  enoughS?: number;
}

/** One of several servers that answer a path alike. */
export interface ServerChoice {
  url: string;
  /** Its title or first words, for a person to recognize it. */
  says: string;
}

export type FailureKind =
  | 'command-not-found'
  | 'not-a-node-command'
  | 'exited-before-listening'
  | 'port-never-opened'
  | 'port-taken'
  | 'several-servers'
  | 'http2-only'
  | 'setup-failed'
  | 'not-2xx'
  | 'target-died'
  | 'server-blocked'
  | 'slower-than-window'
  | 'answers-time-out'
  | 'load-could-not-connect'
  | 'load-process-died'
  | 'log-unreadable'
  | 'disk-full'
  | 'no-temporary-folder'
  | 'node-too-old'
  | 'cancelled'
  | 'already-running'
  | 'untrusted-workspace'
  | 'remote-host'
  | 'target-not-reached'
  | 'process-not-found'
  | 'not-a-node-process'
  | 'inspector-not-opened'
  | 'process-paused'
  | 'process-ended';

/** Carries a {@link Failure} through code that can only throw. */
export class FailureError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = 'FailureError';
  }
}

/** A failure with the terminal's sentence; `more` has values for the editor's buttons. */
export function failure(
  kind: FailureKind,
  wording: Wording,
  more: Omit<Failure, 'kind' | 'message' | 'wording'> = {},
): Failure {
  return { kind, ...sentence(wording), ...more };
}
