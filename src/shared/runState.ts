import type { Failure } from './failure.ts';

/**
 * The life of a run.
 *
 *   idle ─► launching ─► preparing ─► warming ─► measuring ─► learning ─► stopping ─► done | failed
 *                                                        └──► growing ──┘ in a run of allocations
 *              │            └────────────┴───────────┴────────────┴───────────▲
 *              └◄─────────────────────── again ◄───┴────────────┴───────────────┘
 *
 * `attaching` replaces launching for a process that runs already. Only loads with setup requests are
 * preparing, and only those with a warm-up are warming. Each running phase may go to stopping, whose
 * `failure` says how the run will end.
 */
export type RunState =
  | { phase: 'idle' }
  /**
   * `found`: the command behind a wrapper such as `npm start`, which is launched in its place.
   * `isAgain`: the server was measured and its samples can't be believed, so that another sampler takes them.
   */
  | { phase: 'launching'; found?: string; isAgain?: true }
  /** The process that runs already: `process 4711`. */
  | { phase: 'attaching'; to: string }
  /** `requests` setup requests of the load are being sent. */
  | { phase: 'preparing'; requests: number }
  | { phase: 'warming'; durationS: number }
  | { phase: 'measuring'; durationS: number }
  /** The load continues while the target learns which lines cause the work after awaits. */
  | { phase: 'learning'; durationS: number }
  /** The load continues in blocks, after each of which collections show what stays in use. */
  | { phase: 'growing'; durationS: number }
  | { phase: 'stopping'; failure: Failure | null }
  | { phase: 'done' }
  | { phase: 'failed'; failure: Failure };

export type RunEvent =
  | { type: 'launch' }
  | { type: 'attach'; to: string }
  | { type: 'found'; command: string }
  /** The server listens, and `requests` setup requests precede the load. */
  | { type: 'prepare'; requests: number }
  | { type: 'listening'; warmupS: number; durationS: number }
  | { type: 'warm'; durationS: number }
  | { type: 'learn'; durationS: number }
  | { type: 'grow'; durationS: number }
  | { type: 'measured' }
  /** The samples can't be trusted: the server is launched with another sampler. */
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
    case 'learn':
      return state.phase === 'measuring'
        ? { phase: 'learning', durationS: event.durationS }
        : state;
    case 'grow':
      return state.phase === 'measuring' ? { phase: 'growing', durationS: event.durationS } : state;
    case 'measured':
      // If a server hangs in its warm-up, its samples show the place.
      return isLoading(state) ? { phase: 'stopping', failure: null } : state;
    case 'again': {
      const isEnding = state.phase === 'stopping' && state.failure === null;
      return isLoading(state) || isEnding ? { phase: 'launching', isAgain: true } : state;
    }
    case 'failed':
      if (state.phase === 'done' || state.phase === 'failed') return state;
      if (state.phase === 'idle') return { phase: 'failed', failure: event.failure };
      // The first failure is the cause; later ones follow from it.
      if (state.phase === 'stopping' && state.failure) return state;
      return { phase: 'stopping', failure: event.failure };
    case 'stopped':
      if (state.phase !== 'stopping') return state;
      return state.failure ? { phase: 'failed', failure: state.failure } : { phase: 'done' };
  }
}

function isLoading({ phase }: RunState): boolean {
  return ['warming', 'measuring', 'learning', 'growing'].includes(phase);
}

function isStarting({ phase }: RunState): boolean {
  return phase === 'launching' || phase === 'attaching';
}
