import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import type { LoadRequest } from '../../shared/runOptions.ts';
import type { ServerPlace } from '../load/loadAddress.ts';

const connectMs = 1000;
/** An answer is told from another by its beginning. */
const comparedBytes = 64 * 1024;
/** A page has its title in these. */
const beginningBytes = 4 * 1024;

/** What a server said to one request. */
export interface ProbeAnswer {
  status: number;
  contentType: string;
  /** Of the beginning of the body. */
  bodyHash: string;
  /** The text that the body begins with. */
  beginning: string;
}

/** Whether something accepts connections there. */
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

/** How an HTTP/1.1 request is answered there: in plain, over TLS, or not at all. Sends one or two GET requests. */
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

/** Asks once; null where no answer of HTTP/1.1 came in time. Never throws. */
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
      // What developers use on this machine are certificates of their own.
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
      // A server of HTTP/2 alone tells other clients so in HTTP/1.0.
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
        // The rest may never end.
        if (bytes === comparedBytes) told();
      });
      response.once('end', () => bytes < comparedBytes && told());
      response.once('error', () => settle(null));
    });
    asked.end(body);
  });
  // A request that Node.js does not take is refused as it is made.
  return answered.catch(() => null);
}
