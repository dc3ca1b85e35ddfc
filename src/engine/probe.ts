import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';

const timeoutMs = 1000;

/** Whether something accepts connections there. */
export function acceptsConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.setTimeout(timeoutMs, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** How an HTTP/1.1 request is answered there: in plain, over TLS, or not at all. Sends one or two GET requests. */
export async function probeScheme(host: string, port: number): Promise<'http' | 'https' | null> {
  for (const scheme of ['http', 'https'] as const) {
    if (await answersHttp(scheme, host, port)) return scheme;
  }
  return null;
}

function answersHttp(scheme: 'http' | 'https', host: string, port: number): Promise<boolean> {
  const request = scheme === 'https' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const asked = request({
      host,
      port,
      timeout: timeoutMs,
      agent: false,
      ...(scheme === 'https' ? { rejectUnauthorized: false } : {}),
    });
    const settle = (answered: boolean) => {
      asked.destroy();
      resolve(answered);
    };
    // A server of HTTP/2 alone tells other clients so in HTTP/1.0.
    asked.once('response', (response) => settle(response.httpVersion === '1.1'));
    asked.once('timeout', () => settle(false));
    asked.on('error', () => settle(false));
    asked.end();
  });
}
