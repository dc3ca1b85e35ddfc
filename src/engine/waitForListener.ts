import { setTimeout as delay } from 'node:timers/promises';
import { FailureError } from '../shared/failure.ts';
import {
  exitedBeforeListening,
  onlyHttp2,
  onlyPipe,
  portNeverOpened,
  portTaken,
} from '../shared/failureText.ts';
import { isSampled } from './learnedCommand.ts';
import { connectHosts, originOf } from './loadAddress.ts';
import { portHolder } from './portHolder.ts';
import { acceptsConnections, probeScheme } from './probe.ts';
import type { Target } from './target.ts';
import type { Hello, Listener } from './targetEvents.ts';

/** Where the load goes. */
export interface ServerAddress {
  listener: Listener;
  /** Without a path, at an address that accepts connections: `http://127.0.0.1:3000`. */
  origin: string;
}

const pollMs = 20;
/** A server that tries its port again, or another one, does so within this time. */
const portTakenGraceMs = 3000;
/** Other listeners than HTTP get this time to be followed by one. */
const otherProtocolGraceMs = 1000;
/** A server in a process that the sampler does not reach gets this time to be followed by one in reach. */
const unsampledGraceMs = 500;

/**
 * Waits for the first server that answers HTTP/1.1 (the first on `wantedPort` where that is given).
 * Throws FailureError `exited-before-listening`, `port-taken` or `port-never-opened`; ends silently
 * with an AbortError when `signal` fires.
 */
export async function waitForListener(
  target: Target,
  wantedPort: number | null,
  timeoutS: number,
  signal: AbortSignal,
): Promise<ServerAddress> {
  const { events } = target;
  const deadline = performance.now() + timeoutS * 1000;
  const probed = new Map<Listener, number>();
  let takenSince: number | null = null;
  let unsampledSince: number | null = null;
  for (;;) {
    const gone = target.isGone(null);
    events.poll();
    const fits = events.listeners.filter((listener) => isOnPort(listener, wantedPort));
    for (const listener of fits) {
      const address = await addressOf(listener, probed);
      if (!address) continue;
      if (!isBesideSampled(address, events.hellos)) return address;
      unsampledSince ??= performance.now();
      if (performance.now() - unsampledSince > unsampledGraceMs) return address;
    }
    const now = performance.now();
    const taken = events.listenErrors.find((error) => error.code === 'EADDRINUSE');
    if (taken) takenSince ??= now;
    const takenForLong = takenSince !== null && now - takenSince > portTakenGraceMs;
    if (gone || takenForLong || now > deadline) {
      await target.drained();
      if (taken && (gone || events.listeners.length === 0)) {
        throw new FailureError(portTaken(taken.port, portHolder(taken.port)));
      }
      if (target.exit && gone) {
        throw new FailureError(exitedBeforeListening(target.exit, target.output()));
      }
      if (now > deadline) throw new FailureError(neverOpened(target, wantedPort, timeoutS));
    }
    await delay(pollMs, undefined, { signal });
  }
}

/** Whether the listener is in a process without the sampler, and others of the target have it. */
function isBesideSampled({ listener }: ServerAddress, hellos: readonly Hello[]): boolean {
  const sampled = hellos.filter(isSampled);
  return sampled.length > 0 && !sampled.some(({ pid }) => pid === listener.pid);
}

function isOnPort(listener: Listener, wantedPort: number | null): boolean {
  if (listener.address.kind === 'pipe') return false;
  return wantedPort === null || listener.address.port === wantedPort;
}

/** Null while the listener cannot be loaded (yet). */
async function addressOf(
  listener: Listener,
  probed: Map<Listener, number>,
): Promise<ServerAddress | null> {
  if (listener.address.kind === 'pipe') return null;
  const { host, port } = listener.address;
  if (listener.protocol === 'http' || listener.protocol === 'https') {
    for (const candidate of connectHosts(host)) {
      if (await acceptsConnections(candidate, port)) {
        return { listener, origin: originOf(listener.protocol, candidate, port) };
      }
    }
    return null;
  }
  // Perhaps it speaks HTTP/1.1 nevertheless: an own protocol switch, or HTTP/2 with a way back.
  const now = performance.now();
  const last = probed.get(listener);
  if (last === undefined || now - last < otherProtocolGraceMs) {
    if (last === undefined) probed.set(listener, now);
    return null;
  }
  probed.set(listener, now);
  for (const candidate of connectHosts(host)) {
    const scheme = await probeScheme(candidate, port);
    if (scheme) return { listener, origin: originOf(scheme, candidate, port) };
  }
  return null;
}

function neverOpened(target: Target, wantedPort: number | null, timeoutS: number) {
  const { listeners } = target.events;
  const fits = listeners.filter((listener) => isOnPort(listener, wantedPort));
  const http2 = fits.find((listener) => listener.protocol === 'http2');
  if (http2 && fits.every((listener) => listener.protocol === 'http2')) {
    return onlyHttp2(listenerWords(http2), timeoutS);
  }
  const [first] = listeners;
  if (first?.address.kind === 'pipe' && listeners.every((each) => each.address.kind === 'pipe')) {
    return onlyPipe(first.address.path, timeoutS);
  }
  const found = [...new Set(listeners.map(listenerWords))].join(', ');
  return portNeverOpened(timeoutS, found || null, wantedPort, target.output());
}

/** A listener for people: its URL or its path. */
export function listenerWords(listener: Listener): string {
  const { address, protocol } = listener;
  if (address.kind === 'pipe') return `the socket file ${address.path}`;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return protocol === 'tcp'
    ? `tcp://${host}:${address.port}`
    : `${protocol}://${host}:${address.port}`;
}
