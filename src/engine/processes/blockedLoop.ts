import type { LogTail } from '../profile/logTail.ts';

/** What knows whether a thread was at work. */
export interface BusySign {
  /** Whether the process's main thread was at work in nearly all the time since the moment. */
  isBusy(pid: number, sinceNs: bigint): boolean;
}

/** Between two moments of the system's monotonic clock. */
export interface TimeWindow {
  startNs: bigint;
  endNs: bigint;
}

/** A server whose event loop did not come round; what was sampled in the window says where it was. */
export class BlockedError extends Error {
  constructor(readonly window: TimeWindow) {
    super('The event loop is blocked.');
    this.name = 'BlockedError';
  }
}

/** A server takes this long at least before it counts as blocked. */
const leastMs = 5000;
const blockedShare = 0.98;
const fewSamples = 100;

/**
 * Tells a server that is stuck from one that is slow: no answer comes for seconds, and the sampler
 * finds the thread that answers at work all that time, never waiting in its event loop.
 */
export class BlockedLoop {
  readonly #limitMs: number;
  #bytes = 0;
  #answeredNs = process.hrtime.bigint();

  constructor(
    private readonly sign: BusySign,
    private readonly pid: number,
    /** A person who lets requests take long gives a server that long to answer. */
    timeoutS: number,
  ) {
    this.#limitMs = Math.max(leastMs, (timeoutS * 1000) / 2);
  }

  /** Bytes of answers so far: one that is large says by each part of it that the loop comes round. */
  note(bytes: number): void {
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#answeredNs = process.hrtime.bigint();
  }

  /** The time since the last answer where the server is stuck, else null. */
  check(): TimeWindow | null {
    const window = { startNs: this.#answeredNs, endNs: process.hrtime.bigint() };
    const silentMs = Number(window.endNs - window.startNs) / 1e6;
    if (silentMs < this.#limitMs) return null;
    return this.sign.isBusy(this.pid, window.startNs) ? window : null;
  }
}

/** Whether the process's main thread was at work in nearly all samples since the moment. */
export function wasAtWork(tail: LogTail, pid: number, sinceNs: bigint): boolean {
  let samples = 0;
  let busy = 0;
  for (const { isolate } of tail.logs) {
    const { clock, sampleTimes, sampleNodes } = isolate;
    if (clock?.pid !== pid || clock.threadId !== 0) continue;
    const sinceMicros = clock.micros + Number(sinceNs - clock.ns) / 1000;
    for (let at = sampleTimes.length - 1; at >= 0 && sampleTimes.at(at) >= sinceMicros; at--) {
      samples++;
      if (sampleNodes.at(at) >= 0) busy++;
    }
  }
  return samples >= fewSamples && busy / samples >= blockedShare;
}
