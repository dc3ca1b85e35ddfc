import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import type { LoadRequest } from '../../shared/runOptions.ts';
import type { ServerPlace } from './loadAddress.ts';

const connectMs = 1000;
/** Answers are compared by their first bytes. */
const comparedBytes = 64 * 1024;
/** The title of a page is within these. */
const beginningBytes = 4 * 1024;

export interface ProbeAnswer {
  status: number;
  contentType: string;
  bodyHash: string;
  beginning: string;
}

export function acceptsConnections(place: ServerPlace): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(
      place.socketPath === null
        ? { host: place.host, port: place.port }
        : { path: place.socketPath },
    );
    const settle = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.setTimeout(connectMs, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** Whether HTTP/1.1 is spoken there in plain or over TLS, else null. Sends one or two GET requests. */
export async function probeScheme(
  place: Omit<ServerPlace, 'scheme'>,
): Promise<'http' | 'https' | null> {
  for (const scheme of ['http', 'https'] as const) {
    const answer = await askOnce({ ...place, scheme }, plainRequest, connectMs);
    if (answer) return scheme;
  }
  return null;
}

const plainRequest: LoadRequest = { method: 'GET', path: '/', headers: {} };

/** Sends the request once; null if no HTTP/1.1 answer came in time. Never throws. */
export function askOnce(
  place: ServerPlace,
  { method, path, headers, body }: LoadRequest,
  timeoutMs: number,
): Promise<ProbeAnswer | null> {
  const request = place.scheme === 'https' ? httpsRequest : httpRequest;
  const answered = new Promise<ProbeAnswer | null>((resolve) => {
    const asked = request({
      ...(place.socketPath === null
        ? { host: place.host, port: place.port }
        : { socketPath: place.socketPath }),
      method,
      path,
      headers,
      agent: false,
      // Developers use self-signed certificates on their own machine.
      ...(place.scheme === 'https' ? { rejectUnauthorized: place.isOther === true } : {}),
    });
    const deadline = setTimeout(() => settle(null), timeoutMs);
    const settle = (answer: ProbeAnswer | null) => {
      clearTimeout(deadline);
      asked.destroy();
      resolve(answer);
    };
    asked.on('error', () => settle(null));
    asked.once('response', (response) => {
      // A server that speaks only HTTP/2 says so in HTTP/1.0.
      if (response.httpVersion !== '1.1') return settle(null);
      const hash = createHash('sha1');
      const beginning: Buffer[] = [];
      let bytes = 0;
      const told = () =>
        settle({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          bodyHash: hash.digest('hex'),
          beginning: Buffer.concat(beginning).subarray(0, beginningBytes).toString('utf8'),
        });
      response.on('data', (chunk: Buffer) => {
        const compared = chunk.subarray(0, comparedBytes - bytes);
        hash.update(compared);
        if (bytes < beginningBytes) beginning.push(compared);
        bytes += compared.length;
        // Stop here: the rest may never end.
        if (bytes === comparedBytes) told();
      });
      response.once('end', () => bytes < comparedBytes && told());
      response.once('error', () => settle(null));
    });
    asked.end(body);
  });
  // Node.js throws at once for a request that it does not accept.
  return answered.catch(() => null);
}
