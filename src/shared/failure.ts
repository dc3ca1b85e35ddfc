import { plainText } from './plainText.ts';

/**
 * Expected failures are data. `kind` is a contract (the report's `failure.kind`);
 * `message` is one sentence or two: what happened, with which value, what to do next.
 */
export interface Failure {
  kind: FailureKind;
  message: string;
  /** What to choose from, where a person has to; in the order in which the servers opened. */
  choices?: ServerChoice[];
  /** Where the server is stuck. */
  place?: { file: string; line: number };
  /** The server listens, but not on the port that was named. */
  isElsewhere?: true;
  /** Of the answer that was not 2xx. */
  status?: number;
  /** Seconds of load that would be enough. */
  enoughS?: number;
}

/** One of several servers that answer a path alike. */
export interface ServerChoice {
  url: string;
  /** What it answered, so that a person can tell it from the others: its title or its first words. */
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

/** Carries a {@link Failure} through code that can only throw; what it quotes becomes plain text. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(plainText(failure.message));
    this.name = 'FailureError';
    this.failure = { ...failure, message: this.message };
  }
}

/** A throwable failure. */
export function fail(kind: FailureKind, message: string): FailureError {
  return new FailureError({ kind, message });
}
