import type { LoadDone } from '../../shared/loadWire.ts';
import type { CpuUse } from './cpuWatch.ts';

/** How the load was made. */
export interface LoadMade {
  connections: number;
  /** Requests per second that were asked for; null: as fast as answers come. */
  rate: number | null;
  cpu: CpuUse | null;
}

const idleEnough = 0.15;
const longWait = 0.1;
/** The load process is at work for the answers that it counts, and a little more. */
const loadSlack = 1.2;
/** To wake the server for a request and the load for its answer takes about this long. */
const wakingMs = 0.15;
/** A load of more connections than this is not short of them. */
const manyConnections = 100;

/**
 * Why the server had nothing to do for a part of the window, where that is the load's doing; null
 * where it was at work, and where requests waited for something else.
 *
 * Each connection sends its next request when it has its answer. So while the load process is at
 * work on answers, or they are on their way, the server may have nothing to do; with hello world and
 * 10 connections both take turns. That explains as much idle time as the load process was busy. What
 * goes beyond it is time in which requests were in the server and waited: for a timer, for a database.
 *
 *   hello world    server 58 % busy, load 44 %   42 % idle, of which the load explains all
 *   5 ms of timer  server 12 % busy, load 6 %    88 % idle, of which the load explains 10 points
 */
export function loadLimit(
  { clientCpuShare, requests, latencyMs, startedNs, endedNs }: LoadDone,
  { connections, rate, cpu }: LoadMade,
  idleShare: number,
): string | null {
  const server = cpu?.server ?? { onCpu: 1 - idleShare, waited: 0 };
  const load = cpu?.load ?? { onCpu: clientCpuShare, waited: 0 };
  const idle = 1 - server.onCpu - server.waited;
  if (idle <= idleEnough || requests === 0) return null;
  const idlePercent = `${Math.round(idle * 100)} %`;
  const seconds = Number(BigInt(endedNs) - BigInt(startedNs)) / 1e9;
  if (rate !== null && requests / seconds >= 0.95 * rate) {
    return `The load kept to the ${rate} requests a second that were asked for (--rate), and the server had nothing to do for ${idlePercent} of the time: this rate says nothing of what it can do.`;
  }
  const explained = (load.onCpu + load.waited) * loadSlack + wakingMs / latencyMs.mean;
  if (idle > explained) return null;
  const advice =
    connections < manyConnections
      ? ` More connections (-c ${5 * connections}) may give it more to do.`
      : '';
  const waited =
    load.waited > longWait
      ? ` and waited for one for ${Math.round(load.waited * 100)} % of the time`
      : '';
  return `The load was the limit: the server had nothing to do for ${idlePercent} of the time, since each connection (-c ${connections}) sends its next request when it has its answer, and those take the load process time (it had ${Math.round(load.onCpu * 100)} % of a CPU${waited}).${advice} What a request costs the server is as true as ever.`;
}
