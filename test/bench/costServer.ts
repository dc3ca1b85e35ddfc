import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadProcess } from '../../src/engine/load/loadProcess.ts';
import { cpuMicrosBetween, type CpuTimes } from '../../src/engine/processes/cpuUsage.ts';
import { readSamplerCpu } from '../../src/engine/samplers/samplerCpu.ts';
import type { CostWay, StartedWay } from './costWays.ts';

/** Servers of costServer.cjs. */
export type CostServerName = 'hello' | 'json' | 'cpu';

export interface CostSlice {
  requests: number;
  /** Of the whole process, by the operating system's accounting. */
  cpuMicros: number;
  /** What sampling took of it, as a report says it. */
  samplerMicros: number;
  /** Read within the slice. */
  samples: number;
}

const script = join(import.meta.dirname, 'costServer.cjs');
const startMs = 30_000;

/**
 * A server that was started in one way and waits, stopped by a signal, for its turn: a stopped
 * process is not sampled, so those that wait take nothing from the one that is measured.
 */
export class CostServer {
  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
    private readonly way: StartedWay,
    private readonly folder: string,
    private readonly pid: number,
    private readonly origin: string,
  ) {}

  static async start(
    way: CostWay,
    name: CostServerName,
    [major, node]: [number, string],
  ): Promise<CostServer> {
    const folder = mkdtempSync(join(tmpdir(), 'hotframe-cost-'));
    const readyFile = join(folder, 'ready');
    const started = await way.prepare({ node, major, script: [script, name], folder });
    const child = spawn(started.file, started.arguments, {
      cwd: folder,
      env: { ...started.env, READY_FILE: readyFile },
      // A group of its own, so that what a profiler started can be ended with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2000);
    });
    const deadline = performance.now() + startMs;
    while (!existsSync(readyFile)) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`${way.name}: the server did not start. ${errors.trim()}`);
      }
      await delay(20);
    }
    const [pid = NaN, port] = readFileSync(readyFile, 'utf8').split(' ').map(Number);
    await started.ready?.(port!);
    return new CostServer(way.name, child, started, folder, pid, `http://127.0.0.1:${port}`);
  }

  /** Runs on, is loaded for so long, and stops. */
  async slice(load: LoadProcess, durationS: number, connections: number): Promise<CostSlice> {
    const { pid, way } = this;
    process.kill(pid, 'SIGCONT');
    const samplesBefore = way.samples?.() ?? 0;
    const before = threadTimes(pid);
    const samplerBefore = readSamplerCpu([pid]);
    const done = await load.run(
      {
        type: 'start',
        origin: this.origin,
        socketPath: null,
        requests: [{ method: 'GET', path: '/', headers: {} }],
        connections,
        durationS,
        pipelining: 1,
        rate: null,
        timeoutS: 10,
        checksCertificate: false,
      },
      () => {},
    );
    const after = threadTimes(pid);
    const samplerAfter = readSamplerCpu([pid]);
    process.kill(pid, 'SIGSTOP');
    if (done.errors > 0 || done.non2xx > 0 || done.requests === 0) {
      const what = done.firstError ?? `${done.requests} answers, ${done.non2xx} of them not 2xx`;
      throw new Error(`${this.name}: the load failed: ${what}`);
    }
    return {
      requests: done.requests,
      cpuMicros: cpuMicrosBetween(before, after)!,
      samplerMicros: cpuMicrosBetween(samplerBefore, samplerAfter) ?? 0,
      samples: (way.samples?.() ?? 0) - samplesBefore,
    };
  }

  async end(): Promise<void> {
    for (const pid of [-this.child.pid!, this.pid]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
    await this.way.close?.();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** CPU time of each thread so far: user and system time as in `stat`, but to the nanosecond. */
function threadTimes(pid: number): CpuTimes {
  const tasks = `/proc/${pid}/task`;
  return new Map(
    readdirSync(tasks).map((thread) => {
      const [ns] = readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ');
      return [Number(thread), Number(ns) / 1000];
    }),
  );
}
