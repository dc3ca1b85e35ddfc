import type { Failure } from './failure.ts';

/**
 * The life of a run.
 *
 *   idle ─► launching ─► preparing ─► warming ─► measuring ─► stopping ─► done | failed
 *              │            └────────────┴───────────┴────────────▲
 *              └◄─────────────────────── again ◄───┴────────────────┘
 *
 * In place of launching, `attaching` is to a process that runs already. Preparing is for loads with setup requests, and warming for those with a warm-up. Stopping is
 * reachable from each running phase; its `failure` says how it will end.
 */
export type RunState =
  | { phase: 'idle' }
  /**
   * `found`: the command behind a wrapper such as `npm start`, which is launched in its place.
   * `isAgain`: the server was measured and its samples can't be believed, so that another sampler takes them.
   */
  | { phase: 'launching'; found?: string; isAgain?: true }
  /** To a process that runs already: `process 4711`. */
  | { phase: 'attaching'; to: string }
  /** The setup requests of the load are sent, so many. */
  | { phase: 'preparing'; requests: number }
  | { phase: 'warming'; durationS: number }
  | { phase: 'measuring'; durationS: number }
  | { phase: 'stopping'; failure: Failure | null }
  | { phase: 'done' }
  | { phase: 'failed'; failure: Failure };

export type RunEvent =
  | { type: 'launch' }
  | { type: 'attach'; to: string }
  | { type: 'found'; command: string }
  /** The server listens, and so many setup requests go before the load. */
  | { type: 'prepare'; requests: number }
  | { type: 'listening'; warmupS: number; durationS: number }
  | { type: 'warm'; durationS: number }
  | { type: 'measured' }
  /** What was sampled can't be believed: the server is launched under another sampler. */
  | { type: 'again' }
  | { type: 'failed'; failure: Failure }
  | { type: 'stopped' };

/** The state after `event`, or the same state where the event has no meaning in it. */
export function transition(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'launch':
      return state.phase === 'idle' ? { phase: 'launching' } : state;
    case 'attach':
      return state.phase === 'idle' ? { phase: 'attaching', to: event.to } : state;
    case 'found':
      return state.phase === 'launching' ? { phase: 'launching', found: event.command } : state;
    case 'prepare':
      return isStarting(state) && event.requests > 0
        ? { phase: 'preparing', requests: event.requests }
        : state;
    case 'listening':
      if (!isStarting(state) && state.phase !== 'preparing') return state;
      return event.warmupS > 0
        ? { phase: 'warming', durationS: event.warmupS }
        : { phase: 'measuring', durationS: event.durationS };
    case 'warm':
      return state.phase === 'warming' ? { phase: 'measuring', durationS: event.durationS } : state;
    case 'measured':
      // A server that hangs while it is warming up has samples that say where.
      return state.phase === 'warming' || state.phase === 'measuring'
        ? { phase: 'stopping', failure: null }
        : state;
    case 'again': {
      const { phase } = state;
      const isEnding = phase === 'stopping' && state.failure === null;
      return phase === 'warming' || phase === 'measuring' || isEnding
        ? { phase: 'launching', isAgain: true }
        : state;
    }
    case 'failed':
      if (state.phase === 'done' || state.phase === 'failed') return state;
      if (state.phase === 'idle') return { phase: 'failed', failure: event.failure };
      // The first failure is the cause; what follows is its wake.
      if (state.phase === 'stopping' && state.failure) return state;
      return { phase: 'stopping', failure: event.failure };
    case 'stopped':
      if (state.phase !== 'stopping') return state;
      return state.failure ? { phase: 'failed', failure: state.failure } : { phase: 'done' };
  }
}

function isStarting({ phase }: RunState): boolean {
  return phase === 'launching' || phase === 'attaching';
}
