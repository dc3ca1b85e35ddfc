import type { LoadStart } from '../shared/loadWire.ts';
import type { LoadOptions, LoadRequest } from '../shared/runOptions.ts';
import { originOf, parseUrlWish, type ServerPlace } from './loadAddress.ts';

export interface LoadPlan {
  /** The stretch to run, with the duration of the window. */
  start: LoadStart;
  /** What is loaded, for people. */
  url: string;
}

/** The load that options ask for, at the place where the server was found. */
export function planLoad(options: LoadOptions, place: ServerPlace): LoadPlan {
  const origin = originOf(place);
  return {
    start: {
      type: 'start',
      origin: place.socketPath === null ? origin : `${place.scheme}://localhost`,
      socketPath: place.socketPath,
      requests: plannedRequests(options),
      connections: options.connections,
      durationS: options.durationS,
      pipelining: options.pipelining,
      rate: options.rate ?? null,
      timeoutS: options.timeoutS,
    },
    url: options.requests.length > 0 ? origin : origin + parseUrlWish(options.url).path,
  };
}

/** What the load sends in turn: at least one request. */
export function plannedRequests(options: LoadOptions): [LoadRequest, ...LoadRequest[]] {
  const { path, named } = parseUrlWish(options.url);
  const single: LoadRequest = {
    method: options.method,
    path,
    headers: options.headers,
    ...(options.body === undefined ? {} : { body: options.body }),
  };
  // A URL's host is told to the server although the connection goes to the address it listens on.
  const implied = {
    ...(named ? { Host: named.host } : {}),
    ...(named?.authorization ? { Authorization: named.authorization } : {}),
  };
  const [first = single, ...others] = options.requests;
  const complete = (request: LoadRequest): LoadRequest => ({
    ...request,
    headers: withDefaults(request.headers, implied),
  });
  return [complete(first), ...others.map(complete)];
}

/** `headers` with those of `defaults` that it does not name in any case. */
function withDefaults(
  headers: Record<string, string>,
  defaults: Record<string, string>,
): Record<string, string> {
  const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const missing = Object.entries(defaults).filter(([name]) => !named.has(name.toLowerCase()));
  return { ...Object.fromEntries(missing), ...headers };
}
