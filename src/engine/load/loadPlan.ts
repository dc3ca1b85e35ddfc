import type { LoadStart } from '../../shared/loadWire.ts';
import type { LoadOptions, LoadRequest } from '../../shared/runOptions.ts';
import { redactedText } from '../../shared/secretText.ts';
import { withDefaults } from '../requests/httpHeader.ts';
import { originOf, parseLoadUrl, type ServerPlace } from '../serving/loadAddress.ts';
import { LoadRoutes } from './loadRoutes.ts';
import { openSession } from './session.ts';

export interface LoadPlan {
  start: LoadStart;
  /** The URL to show, redacted. */
  url: string;
  routes: LoadRoutes;
}

/**
 * Plans the load that the options ask for. Sends their setup requests to `place` first. Throws
 * FailureError `setup-failed`.
 */
export async function planLoad(options: LoadOptions, place: ServerPlace): Promise<LoadPlan> {
  const origin = originOf(place);
  const requests = plannedRequests(options);
  const setup = options.setup ?? [];
  // Without setup requests, a `{{name}}` is the request's own text.
  const session =
    setup.length > 0
      ? await openSession(withImplied(setup, options), place, options.timeoutS)
      : null;
  const filled = requests.map((each) => session?.apply(each) ?? each);
  return {
    start: {
      type: 'start',
      origin: place.socketPath === null ? origin : `${place.scheme}://localhost`,
      socketPath: place.socketPath,
      requests: filled,
      connections: options.connections,
      durationS: options.durationS,
      pipelining: options.pipelining,
      rate: options.rate ?? null,
      timeoutS: options.timeoutS,
      checksCertificate: place.isOther === true,
    },
    url:
      options.requests.length > 0 ? origin : origin + redactedText(parseLoadUrl(options.url).path),
    routes: new LoadRoutes(filled),
  };
}

/** The first request that will reach the server. */
export function firstRequest(options: LoadOptions): LoadRequest {
  const all: LoadRequest[] = [
    ...withImplied(options.setup ?? [], options),
    ...plannedRequests(options),
  ];
  return all[0]!;
}

/** The load's requests (at least one), before captured values are filled in. */
function plannedRequests(options: LoadOptions): LoadRequest[] {
  const single: LoadRequest = {
    method: options.method,
    path: parseLoadUrl(options.url).path,
    headers: options.headers,
    ...(options.body === undefined ? {} : { body: options.body }),
  };
  return withImplied(options.requests.length > 0 ? options.requests : [single], options);
}

/** Sends the URL's host and user to the server, although the connection goes to the address it listens on. */
function withImplied<R extends LoadRequest>(requests: readonly R[], { url }: LoadOptions): R[] {
  const { named } = parseLoadUrl(url);
  const implied = {
    ...(named ? { Host: named.host } : {}),
    ...(named?.authorization ? { Authorization: named.authorization } : {}),
  };
  return requests.map((request) => ({
    ...request,
    headers: withDefaults(request.headers, implied),
  }));
}
