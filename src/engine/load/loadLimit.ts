import type { LoadLimited } from '../../analysis/findings/rule.ts';
import type { LoadDone } from '../../shared/loadWire.ts';
import { worded, type Wording } from '../../shared/wording.ts';
import type { CpuUse } from './cpuWatch.ts';

export interface LoadMade {
  connections: number;
  /** Requested requests per second; null for as fast as answers come. */
  rate: number | null;
  cpu: CpuUse | null;
}

const idleEnough = 0.15;
const longWait = 0.1;
/** The load process may explain a little more idle time than it was busy. */
const loadSlack = 1.2;
/** Waking the server for a request, and the load for its answer, takes about this long. */
const wakingMs = 0.15;
/** With more connections than this, the load is not short of them. */
const manyConnections = 100;

/**
 * Why the server was idle for a part of the window, if the load caused that. Null if the server was
 * busy, or if requests waited for something else.
 *
 * Each connection sends its next request only after its answer. So the server may be idle while the
 * load process handles answers or they are on their way: with hello world and 10 connections, the
 * two take turns. That explains as much idle time as the load process was busy. In any further idle
 * time, requests were in the server and waited for a timer or a database.
 *
 *   hello world    server 58 % busy, load 44 %   42 % idle, all explained by the load
 *   5 ms of timer  server 12 % busy, load 6 %    88 % idle, 10 points explained by the load
 */
export function loadLimited(
  done: LoadDone,
  { connections, rate, cpu }: LoadMade,
  idleShare: number,
): LoadLimited | null {
  const { requests, latencyMs, startedNs, endedNs } = done;
  const server = cpu?.server ?? { onCpu: 1 - idleShare, waited: 0 };
  const load = loadUse(done, cpu);
  const idle = 1 - server.onCpu - server.waited;
  if (idle <= idleEnough || requests === 0) return null;
  const seconds = Number(BigInt(endedNs) - BigInt(startedNs)) / 1e9;
  const limited = { idleShare: idle, connections };
  if (rate !== null && requests / seconds >= 0.95 * rate) return { ...limited, isRate: true };
  const explained = (load.onCpu + load.waited) * loadSlack + wakingMs / latencyMs.mean;
  return idle > explained ? null : { ...limited, isRate: false };
}

/** The same as a sentence on the load. */
export function loadLimit(done: LoadDone, made: LoadMade, idleShare: number): Wording | null {
  const limited = loadLimited(done, made, idleShare);
  if (!limited) return null;
  const { connections, rate, cpu } = made;
  const load = loadUse(done, cpu);
  const idlePercent = `${Math.round(limited.idleShare * 100)} %`;
  if (limited.isRate && rate !== null) {
    return worded`The load kept to the ${rate} requests a second that were asked for${{ kind: 'option', option: '--rate' }}, and the server had nothing to do for ${idlePercent} of the time: this rate says nothing of what it can do.`;
  }
  const advice =
    connections < manyConnections
      ? worded` ${{ kind: 'more-connections', connections: 5 * connections }}`
      : '';
  const waited =
    load.waited > longWait
      ? ` and waited for one for ${Math.round(load.waited * 100)} % of the time`
      : '';
  return worded`The load was the limit: the server had nothing to do for ${idlePercent} of the time, since each connection${{ kind: 'option', option: `-c ${connections}` }} sends its next request when it has its answer, and those take the load process time (it had ${Math.round(load.onCpu * 100)} % of a CPU${waited}).${advice} What a request costs the server is as true as ever.`;
}

function loadUse({ clientCpuShare }: LoadDone, cpu: CpuUse | null): NonNullable<CpuUse['load']> {
  return cpu?.load ?? { onCpu: clientCpuShare, waited: 0 };
}
