import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FailureError } from '../../shared/failure.ts';
import {
  diedWhenAsked,
  exitedBeforeListening,
  onlyHttp2,
  portNeverOpened,
  portTaken,
  severalServers,
} from '../../shared/launchFailures.ts';
import { diskFull } from '../../shared/samplingFailures.ts';
import type { ChosenServer, LoadRequest } from '../../shared/runOptions.ts';
import { redactedText } from '../../shared/secretText.ts';
import { chooseServer } from '../serving/chooseServer.ts';
import { isSampled } from '../processes/learnedCommand.ts';
import type { ServerPlace } from '../serving/loadAddress.ts';
import { isDiskFull } from '../runFolder/runFolder.ts';
import { portHolder } from '../processes/portHolder.ts';
import { stepsBelow } from '../processes/processTree.ts';
import { ServerCandidates, type FoundServer } from '../serving/serverCandidates.ts';
import { serverChoice } from '../serving/serverChoice.ts';
import { SilentServers } from './silentServers.ts';
import type { Target } from './target.ts';
import type { Hello, Listener } from '../processes/targetEvents.ts';

export interface ServerAddress {
  listener: Listener;
  place: ServerPlace;
  /** Other servers that answer the path in the same way, but are probably not meant. */
  others?: ServerPlace[];
}

export interface WantedListener {
  /** The port that the load's URL names; null: any. */
  port: number | null;
  /**
   * Both decide between servers that answer alike: a person's choice first, then PORT of the
   * target's environment.
   */
  chosen: ChosenServer | null;
  preferredPort: number | null;
  /** The load's first request; its answers tell servers apart. */
  request: LoadRequest;
  /** Takes the first of several servers that answer alike. */
  takesAny: boolean;
  /**
   * Whether a person can be asked if one process has several servers that answer alike; otherwise
   * the first is taken.
   */
  asks: boolean;
  runFolder: string;
  /** Redacts secrets in the servers' answers. */
  redact(text: string): string;
  timeoutS: number;
}

const pollMs = 20;
/** A server whose port is taken tries again, or tries another port, within this time. */
const portTakenGraceMs = 3000;
/**
 * A server in an unsampled process may be followed by one in a sampled process within this time.
 */
const unsampledGraceMs = 500;
/** A server opens all its ports within this time. */
const settleMs = 200;
/** A child process that opens a port first may be followed by its server within this time. */
const childSettleMs = 500;
/** A process that opens a port for monitoring first opens its own within this time. */
const unsureMs = 2000;
/** A server that listens on other ports opens the one in the URL within this time. */
const otherPortMs = 10_000;
/** A server that speaks only HTTP/2 may be followed by another within this time. */
const onlyHttp2Ms = 3000;

/**
 * Waits for the server of the target that the load is for. Throws FailureError
 * `exited-before-listening`, `target-died`, `port-taken`, `several-servers`, `http2-only` or
 * `port-never-opened`; ends silently with an AbortError when `signal` fires.
 */
export async function waitForListener(
  target: Target,
  wanted: WantedListener,
  signal: AbortSignal,
): Promise<ServerAddress> {
  const { events } = target;
  const startedMs = performance.now();
  const deadline = startedMs + wanted.timeoutS * 1000;
  const stepsOf = (pid: number) => stepsBelow(target.pid, pid, events.hellos);
  const candidates = new ServerCandidates(wanted.request, stepsOf);
  const silent = new SilentServers({ root: target.pid, runFolder: wanted.runFolder }, events);
  let takenSince: number | null = null;
  let http2Since: number | null = null;
  let elsewhere = { count: 0, sinceMs: 0 };
  for (;;) {
    const gone = target.isGone(null);
    const isLast = performance.now() > deadline;
    events.poll();
    if (candidates.all.length === 0) await silent.look();
    const fits = events.listeners.filter((listener) => isOnPort(listener, wanted.port));
    await candidates.take(fits, isLast);
    // A port in the URL leaves nothing to tell apart.
    if (wanted.port === null) candidates.ask();
    const now = performance.now();
    const taken = events.listenErrors.find((error) => error.code === 'EADDRINUSE');
    if (taken) takenSince ??= now;
    const takenForLong = takenSince !== null && now - takenSince > portTakenGraceMs;
    // With a full disk there are neither samples nor reports.
    if (await isDiskFull(wanted.runFolder)) {
      throw new FailureError(diskFull(dirname(wanted.runFolder)));
    }
    if (gone || takenForLong || isLast) {
      await target.drained();
      if (taken && (gone || !chosenServer(candidates, wanted, isLast)?.isSure)) {
        throw new FailureError(portTaken(taken.port, await portHolder(taken.port)));
      }
      if (target.exit && gone) {
        const died = candidates.all.length > 0 ? diedWhenAsked : exitedBeforeListening;
        throw new FailureError(died(target.exit, target.output()));
      }
    }
    const server = chosenServer(candidates, wanted, isLast);
    if (server && (server.isSure || !taken)) {
      const address = addressOf(server, events.hellos);
      const waitedMs = now - server.found.foundAtMs;
      if (!isBesideSampled(address, events.hellos) || waitedMs > unsampledGraceMs) return address;
    }
    if (candidates.isNone(fits) && fits.some(({ protocol }) => protocol === 'http2')) {
      http2Since ??= now;
      if (now - http2Since > onlyHttp2Ms || isLast) {
        throw new FailureError(onlyHttp2(fits.map(listenerText).join(', ')));
      }
    } else http2Since = null;
    if (events.listeners.length > elsewhere.count) {
      elsewhere = { count: events.listeners.length, sinceMs: now };
    }
    const isElsewhere =
      wanted.port !== null && elsewhere.count > 0 && now - elsewhere.sinceMs > otherPortMs;
    // Requests to servers that were found are waited for.
    if ((isLast || isElsewhere) && candidates.all.length === 0) {
      // On a busy machine the last look comes later than what was allowed.
      const waitedS = Math.min((now - startedMs) / 1000, wanted.timeoutS);
      throw new FailureError(neverOpened(target, wanted, waitedS));
    }
    await delay(pollMs, undefined, { signal });
  }
}

interface Chosen {
  found: FoundServer;
  isSure: boolean;
  others: FoundServer[];
}

/** Null while undecided; throws FailureError `several-servers`. */
function chosenServer(
  candidates: ServerCandidates,
  { port, chosen, preferredPort, request, takesAny, asks, redact }: WantedListener,
  isLast: boolean,
): Chosen | null {
  const preferredPorts = [chosen?.port ?? null, preferredPort].filter((each) => each !== null);
  const choice = chooseServer(candidates.all, request.path, preferredPorts);
  if (choice.kind === 'waiting') return null;
  const quietMs = isLast ? Infinity : performance.now() - candidates.lastFoundAtMs;
  if (choice.kind === 'unclear') {
    if (quietMs < unsureMs) return null;
    const equals = choice.candidates;
    if (takesAny) return { found: equals[0]!, isSure: true, others: [] };
    const found = chosen?.of === equals.length ? equals[chosen.place] : undefined;
    if (found) return { found, isSure: true, others: [] };
    const { first } = choice;
    if (first && !asks) {
      return { found: first, isSure: true, others: equals.filter((each) => each !== first) };
    }
    const choices = equals.map((each) => serverChoice(each, request, redact));
    throw new FailureError(severalServers(redactedText(request.path), choices));
  }
  const isSure = port !== null || choice.isSure;
  const { candidate, others } = choice;
  const sureMs = candidate.owner.steps === 0 ? settleMs : childSettleMs;
  const neededMs = port !== null ? 0 : isSure ? sureMs : unsureMs;
  return quietMs < neededMs ? null : { found: candidate, isSure, others };
}

/** Prefers a listener in a sampled process. */
function addressOf({ found, others }: Chosen, hellos: readonly Hello[]): ServerAddress {
  const { listeners, place } = found;
  const sampled = new Set(hellos.filter(isSampled).map(({ pid }) => pid));
  const listener = listeners.find(({ pid }) => sampled.has(pid)) ?? listeners[0]!;
  return { listener, place, others: others.map((other) => other.place) };
}

/** Whether the listener's process is not sampled, although others of the target are. */
function isBesideSampled({ listener }: ServerAddress, hellos: readonly Hello[]): boolean {
  const sampled = hellos.filter(isSampled);
  return sampled.length > 0 && !sampled.some(({ pid }) => pid === listener.pid);
}

function isOnPort({ address, protocol }: Listener, wantedPort: number | null): boolean {
  if (address.kind === 'pipe') return wantedPort === null && protocol !== 'tcp';
  return wantedPort === null || address.port === wantedPort;
}

function neverOpened(target: Target, { port }: WantedListener, waitedS: number) {
  const found = [...new Set(target.events.listeners.map(listenerText))].join(', ');
  return portNeverOpened(Math.round(waitedS), found || null, port, target.output());
}

/** A listener for people: its URL or its path. */
export function listenerText(listener: Listener): string {
  const { address, protocol } = listener;
  if (address.kind === 'pipe') return `the socket file ${address.path}`;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return protocol === 'tcp'
    ? `tcp://${host}:${address.port}`
    : `${protocol}://${host}:${address.port}`;
}
