import type { LogTail } from '../profile/logTail.ts';

export interface BusySign {
  /** Whether the process's main thread was at work nearly all the time since `sinceNs`. */
  isBusy(pid: number, sinceNs: bigint): boolean;
}

/** A period on the system's monotonic clock. */
export interface TimeWindow {
  startNs: bigint;
  endNs: bigint;
}

/** The server's event loop is stuck; the samples of the window show in which code. */
export class BlockedError extends Error {
  constructor(readonly window: TimeWindow) {
    super('The event loop is blocked.');
    this.name = 'BlockedError';
  }
}

/** A server is never called blocked before this time. */
const leastMs = 5000;
const blockedShare = 0.98;
const fewSamples = 100;

/**
 * Tells a stuck server from a slow one: it is stuck if no answer has come for seconds and the
 * sampler found its main thread at work all that time, never waiting in the event loop.
 */
export class BlockedLoop {
  readonly #limitMs: number;
  #bytes = 0;
  #answeredNs = process.hrtime.bigint();

  constructor(
    private readonly sign: BusySign,
    private readonly pid: number,
    /** A long request timeout raises the limit: the user expects slow answers. */
    timeoutS: number,
  ) {
    this.#limitMs = Math.max(leastMs, (timeoutS * 1000) / 2);
  }

  /** Notes the bytes received so far: each part of a large answer shows that the loop still turns. */
  note(bytes: number): void {
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#answeredNs = process.hrtime.bigint();
  }

  /** The time since the last answer if the server is stuck, else null. */
  check(): TimeWindow | null {
    const window = { startNs: this.#answeredNs, endNs: process.hrtime.bigint() };
    const silentMs = Number(window.endNs - window.startNs) / 1e6;
    if (silentMs < this.#limitMs) return null;
    return this.sign.isBusy(this.pid, window.startNs) ? window : null;
  }
}

/** Whether the process's main thread was at work in nearly all samples since `sinceNs`. */
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
