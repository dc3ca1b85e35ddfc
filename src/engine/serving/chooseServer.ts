import type { ServerPlace } from './loadAddress.ts';
import type { ProbeAnswer } from './probe.ts';

/** A place that may speak HTTP/1.1, with its answer to the request that the load is about to send. */
export interface Candidate {
  place: ServerPlace;
  /** `null` if it was not asked, because there was no other candidate. */
  answer: ProbeAnswer | 'waiting' | 'none' | null;
  /** The process that listens, and how many steps it is below the launched one; absent if all are the same. */
  owner?: { pid: number; steps: number };
}

export type Choice<C extends Candidate> =
  /** `isSure`: no server that opens later can be better. `others` answer alike, further from the launch. */
  | { kind: 'chosen'; candidate: C; isSure: boolean; others: C[] }
  | { kind: 'waiting' }
  /** Several answer alike, so only a person can tell. `first` is set if one process has them all. */
  | { kind: 'unclear'; candidates: C[]; first: C | null };

/** How well an answer fits a server that knows the path; lower is better. */
const enum Fit {
  answers = 0,
  /** It knows the path but wants another method, a login or other data; or it was not asked. */
  knows = 1,
  fails = 2,
  silent = 3,
  lacks = 4,
  /** Many exporters answer any path with metrics. */
  metrics = 5,
}

/**
 * Chooses the server that answers the path best. Ties go to the first of `preferredPorts` that one
 * of them has (the port that a person chose, then PORT), then to the process closest to the
 * launched one, since what that process started in turn serves it. One service over HTTP and HTTPS,
 * or on two addresses, counts as one.
 */
export function chooseServer<C extends Candidate>(
  candidates: readonly C[],
  path: string,
  preferredPorts: readonly number[],
): Choice<C> {
  // A socket file beside a port is for a proxy or for other processes.
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
  const alike = preferred.length > 0 ? preferred : equals;
  const stepsOf = ({ owner }: C) => owner?.steps ?? 0;
  const fewest = Math.min(...alike.map(stepsOf));
  const closest = alike.filter((each) => stepsOf(each) === fewest);
  const first = closest[0]!;
  const same = closest.filter((other) => isSameService(first, other));
  const candidate = same.find(({ place }) => place.scheme === 'http') ?? first;
  if (same.length < closest.length) {
    const isOne = closest.every((other) => other.owner?.pid === first.owner?.pid);
    return { kind: 'unclear', candidates: alike, first: isOne ? candidate : null };
  }
  const others = alike.filter((other) => !isSameService(first, other));
  return { kind: 'chosen', candidate, isSure, others };
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
