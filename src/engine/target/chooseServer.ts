import type { ServerPlace } from '../load/loadAddress.ts';
import type { ProbeAnswer } from './probe.ts';

/** A place where HTTP/1.1 may be spoken, and what it said to the request that the load is about to send. */
export interface Candidate {
  place: ServerPlace;
  /** `null`: not asked, since there was no other to tell it from. */
  answer: ProbeAnswer | 'waiting' | 'none' | null;
}

export type Choice<C extends Candidate> =
  /** `isSure`: nothing that may open later would be better. */
  | { kind: 'chosen'; candidate: C; isSure: boolean }
  | { kind: 'waiting' }
  /** Several answer alike, and only a person can tell. */
  | { kind: 'unclear'; candidates: C[] };

/** How well an answer fits a server that knows the path: the lower, the better. */
const enum Fit {
  answers = 0,
  /** It has the path, but wants another method, a login or other data; or it was not asked. */
  knows = 1,
  fails = 2,
  silent = 3,
  lacks = 4,
  /** Figures for a monitor are answered on any path by many exporters. */
  metrics = 5,
}

/**
 * Which of several servers the load is for: the one that answers the path best. Of equals, the one on
 * the first of `preferredPorts` that one has (the one that a person chose, PORT of the environment),
 * then what is the same service over HTTP and HTTPS or on two addresses.
 */
export function chooseServer<C extends Candidate>(
  candidates: readonly C[],
  path: string,
  preferredPorts: readonly number[],
): Choice<C> {
  // A socket file beside a port is for a proxy, or between processes.
  const onPorts = candidates.filter(({ place }) => place.socketPath === null);
  const pool = onPorts.length > 0 ? onPorts : candidates;
  if (pool.length === 0 || pool.some(({ answer }) => answer === 'waiting')) {
    return { kind: 'waiting' };
  }
  const fits = pool.map((candidate) => fitOf(candidate, path));
  const best = Math.min(...fits);
  const equals = pool.filter((_candidate, index) => fits[index] === best);
  const isSure = best <= Fit.knows && pool === onPorts;
  const preferredPort = preferredPorts.find((port) =>
    equals.some(({ place }) => place.port === port),
  );
  const preferred = equals.filter(({ place }) => place.port === preferredPort);
  const [first, ...others] = preferred.length > 0 ? preferred : equals;
  const plain = [first!, ...others].find(({ place }) => place.scheme === 'http') ?? first!;
  if (others.some((other) => !isSameService(first!, other))) {
    return { kind: 'unclear', candidates: [first!, ...others] };
  }
  return { kind: 'chosen', candidate: plain, isSure };
}

function fitOf({ answer }: Candidate, path: string): Fit {
  if (answer === null) return Fit.knows;
  if (answer === 'none' || answer === 'waiting') return Fit.silent;
  const { status, contentType } = answer;
  if (status === 404 || status === 410 || status === 501) return Fit.lacks;
  if (status >= 500) return Fit.fails;
  if (status < 200 || status > 299) return Fit.knows;
  const isMetrics = /openmetrics-text|text\/plain; version=0\.0\.4/i.test(contentType);
  return isMetrics && !/metrics/i.test(path) ? Fit.metrics : Fit.answers;
}

function isSameService(a: Candidate, b: Candidate): boolean {
  if (a.place.socketPath === null && a.place.port === b.place.port) return true;
  if (!isAnswer(a.answer) || !isAnswer(b.answer)) return false;
  if (a.answer.status !== b.answer.status || a.answer.contentType !== b.answer.contentType) {
    return false;
  }
  return a.place.scheme !== b.place.scheme || a.answer.bodyHash === b.answer.bodyHash;
}

function isAnswer(answer: Candidate['answer']): answer is ProbeAnswer {
  return typeof answer === 'object' && answer !== null;
}
