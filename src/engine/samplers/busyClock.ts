import { readCpuTimes } from '../processes/cpuUsage.ts';

const readingMs = 500;
/** Half an hour, more than a load phase without an answer can last. */
const maxReadings = 3600;
/** Share of one CPU. V8's own threads add to it. */
const busyShare = 0.98;

interface Reading {
  ns: bigint;
  micros: number;
}

/** Whether processes were at work, judged by the operating system's accounting of their CPU time. */
export class BusyClock {
  readonly #readings = new Map<number, Reading[]>();
  readonly #timer = setInterval(() => void this.#read(), readingMs).unref();

  watch(pid: number): void {
    this.#readings.set(pid, []);
    void this.#read();
  }

  forget(pid: number): void {
    this.#readings.delete(pid);
  }

  /** Whether the process used a whole CPU since about the given time. */
  wasBusy(pid: number, sinceNs: bigint): boolean {
    const readings = this.#readings.get(pid) ?? [];
    const first = readings.find(({ ns }) => ns >= sinceNs);
    const last = readings.at(-1);
    if (!first || !last || first === last) return false;
    const elapsedMicros = Number(last.ns - first.ns) / 1000;
    return (last.micros - first.micros) / elapsedMicros >= busyShare;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const times = await readCpuTimes(this.#readings.keys());
    const ns = process.hrtime.bigint();
    for (const [pid, micros] of times) {
      const readings = this.#readings.get(pid);
      readings?.push({ ns, micros });
      if (readings && readings.length > maxReadings) readings.shift();
    }
  }
}
