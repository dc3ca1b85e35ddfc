/** A moment by both clocks, in nanoseconds. */
export interface Moment {
  wallNs: number;
  /** The CPU time of the process; null if the system tells it in coarse steps. */
  cpuNs: number | null;
}

/** The clocks that calls are timed with. */
export interface CallClock {
  now(): Moment;
  /** Whether it tells CPU time. */
  tellsCpu: boolean;
}

/**
 * Other programs on the machine lengthen the time by the wall clock, and hardly the CPU time.
 *
 * It is that of the whole process, as the CPU time of a server is counted. `process.threadCpuUsage()`
 * does not fit: it leaves out what V8's helper threads do to collect the garbage of a call, which is
 * 40 % of the CPU time of a function that allocates much, and while a thread runs, Linux brings its
 * figure up to date only at the ticks of the scheduler (4 ms here).
 *
 * Linux and macOS count in microseconds, Windows in steps of 15.6 ms. The steps are not written down
 * for each system: they are looked at here.
 */
export function createCallClock(): CallClock {
  const tellsCpu = isFine(cpuMicros);
  return {
    tellsCpu,
    now: () => ({
      wallNs: Number(process.hrtime.bigint()),
      cpuNs: tellsCpu ? 1000 * cpuMicros() : null,
    }),
  };
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** A batch of calls takes about 3 ms, so a step of this length is a small part of it. */
const fineMicros = 30;
/** The clock is looked at for so long at most. */
const lookMs = 100;

/** Whether a clock that advances as the process works moves in small steps. A coarse one never does. */
export function isFine(micros: () => number): boolean {
  const endMs = performance.now() + lookMs;
  let last = micros();
  while (performance.now() < endMs) {
    const next = micros();
    if (next > last && next - last <= fineMicros) return true;
    last = next;
  }
  return false;
}
