/**
 * Something that a person can do about a failure or a warning, if terminal and editor name it differently:
 * remedyText.ts words it for each.
 */
export type Remedy =
  | { kind: 'choose-folder' }
  | { kind: 'choose-node' }
  | { kind: 'give-node-command' }
  /** The server may need more time until it listens. */
  | { kind: 'longer-start' }
  | { kind: 'choose-server' }
  /** `what`: `a path`, `the final path`, `a whole URL`. */
  | { kind: 'give-url'; what: string }
  /** The part of the request that the server refuses. */
  | { kind: 'check-request'; part: 'login' | 'path' | 'all' }
  /** The slow answer may be normal. */
  | { kind: 'allow-slow-answers' }
  /** The server waits for something; `orLonger`: or the time for this was too short. */
  | { kind: 'find-awaited'; orLonger: 'start' | 'answer' }
  /** Answers may need more time until they end. */
  | { kind: 'longer-answers' }
  | { kind: 'measure-longer'; seconds: number }
  | { kind: 'more-connections'; connections: number }
  | { kind: 'longer-interval' }
  | { kind: 'use-inspector' }
  | { kind: 'attach-without-load' }
  | { kind: 'confirm-host'; host: string }
  /** The load went to one of several addresses; `url` is the next of those that answer alike. */
  | { kind: 'load-another'; url: string | null }
  | { kind: 'say-build' }
  | { kind: 'change-build' };
