import { channel, type Channel } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { pathPattern } from '../requests/pathPattern.ts';
import type { RequestPaths } from './requestPaths.ts';

/** Has the paths hear of requests, answers and what undici asks for; the function that it returns ends that. */
export function watchRequests(paths: RequestPaths): () => void {
  const undo = [
    watchRequestStarts(paths),
    on('http.server.response.finish', ({ request }) =>
      paths.responseFinished(request as IncomingMessage),
    ),
    on('undici:request:create', ({ request }) => {
      const { method, origin, path } = request as { method: string; origin: string; path: string };
      paths.operation({ kind: 'http', target: `${method} ${origin}${pathPattern(path)}` });
    }),
  ];
  return () => {
    for (const each of undo) each();
  };
}

/** Has somebody hear of the requests that the process gets, until the returned function is called. */
export function watchRequestStarts(listener: Pick<RequestPaths, 'requestStarted'>): () => void {
  return on('http.server.request.start', ({ request }) =>
    listener.requestStarted(request as IncomingMessage),
  );
}

function on(name: string, heard: (message: Record<string, unknown>) => void): () => void {
  // Kept here: a channel that nobody holds is collected with its subscribers.
  const held: Channel = channel(name);
  const listener = (message: unknown) => {
    try {
      heard(message as Record<string, unknown>);
    } catch {
      // An error that a listener throws would end the process.
    }
  };
  held.subscribe(listener);
  return () => held.unsubscribe(listener);
}
