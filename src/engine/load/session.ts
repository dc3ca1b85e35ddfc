import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { FailureError } from '../../shared/failure.ts';
import { setupFailed } from '../../shared/loadFailures.ts';
import type { LoadRequest, SetupRequest } from '../../shared/runOptions.ts';
import { CookieJar } from './cookieJar.ts';
import type { ServerPlace } from '../serving/loadAddress.ts';
import { fillIn } from '../requests/placeholders.ts';
import { encodedPath } from '../requests/requestPath.ts';

const maxAnswerBytes = 8 * 1024 * 1024;

/** The cookies and values that the setup requests leave: the load's identity for the server. */
class Session {
  readonly cookies = new CookieJar();
  /** Captured values by the name in `{{name}}`. */
  readonly values = new Map<string, string>();

  /** Fills captured values into the request and adds the cookies. */
  apply<R extends LoadRequest>(request: R): R {
    const fill = (text: string) => fillIn(text, (name) => this.values.get(name) ?? null);
    // Captured values may hold any characters.
    const path = encodedPath(fill(request.path));
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, fill(value)]),
    );
    return {
      ...request,
      path,
      headers: this.#withCookies(headers, path),
      ...(request.body === undefined ? {} : { body: fill(request.body) }),
    };
  }

  #withCookies(headers: Record<string, string>, path: string): Record<string, string> {
    const cookies = this.cookies.headerFor(path);
    if (cookies === null) return headers;
    const own = Object.keys(headers).find((name) => name.toLowerCase() === 'cookie');
    if (own === undefined) return { ...headers, cookie: cookies };
    return { ...headers, [own]: `${headers[own]}; ${cookies}` };
  }
}

/**
 * Sends the setup requests in turn, each with the values and cookies of those before it. Redirects
 * are not followed, because a log-in sets its cookies on the redirect itself. Throws FailureError
 * `setup-failed`, whose sentence holds no value that was sent or received.
 */
export async function openSession(
  setup: readonly SetupRequest[],
  place: ServerPlace,
  timeoutS: number,
): Promise<Session> {
  const session = new Session();
  for (const request of setup) {
    const name = `${request.method} ${request.path.split('?')[0]}`;
    const answer = await send(session.apply(request), place, timeoutS).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new FailureError(setupFailed(name, `got no answer: ${reason}`));
    });
    if (answer.status >= 400) {
      throw new FailureError(setupFailed(name, `was answered with ${answer.status}`));
    }
    session.cookies.take(answer.setCookies, Date.now());
    for (const [variable, pointer] of Object.entries(request.capture)) {
      session.values.set(variable, captured(answer, name, variable, pointer));
    }
  }
  return session;
}

interface Answer {
  status: number;
  setCookies: string[];
  body: string;
}

function send(request: LoadRequest, place: ServerPlace, timeoutS: number): Promise<Answer> {
  const { method, path, headers, body } = request;
  const ask = place.scheme === 'https' ? httpsRequest : httpRequest;
  const bytes = Buffer.from(body ?? '');
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(
      () => asked.destroy(new Error(`none came within ${timeoutS} s`)),
      timeoutS * 1000,
    );
    const fail = (error: Error) => {
      clearTimeout(deadline);
      reject(error);
    };
    const asked = ask(
      {
        ...(place.socketPath === null
          ? { host: place.host, port: place.port }
          : { socketPath: place.socketPath }),
        method,
        path,
        agent: false,
        rejectUnauthorized: place.isOther === true,
        headers: {
          ...Object.fromEntries(
            Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length'),
          ),
          ...(body === undefined ? {} : { 'content-length': bytes.length }),
        },
      },
      (response) => {
        readBody(response).then((text) => {
          clearTimeout(deadline);
          resolve({
            status: response.statusCode ?? 0,
            setCookies: response.headers['set-cookie'] ?? [],
            body: text,
          });
        }, fail);
      },
    );
    asked.once('error', fail);
    asked.end(bytes);
  });
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxAnswerBytes) throw new Error('its answer does not end');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function captured(answer: Answer, name: string, variable: string, pointer: string): string {
  let json: unknown;
  try {
    json = JSON.parse(answer.body);
  } catch {
    throw new FailureError(
      setupFailed(
        name,
        `was answered with ${answer.status} and no JSON, so there is no ${variable}`,
      ),
    );
  }
  const value = atPointer(json, pointer);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new FailureError(
    setupFailed(
      name,
      `has no text at ${pointer || 'the top'} of its answer, so there is no ${variable}`,
    ),
  );
}

/** The value at a JSON pointer (RFC 6901); undefined if there is none. */
function atPointer(json: unknown, pointer: string): unknown {
  const parts = pointer === '' ? [] : pointer.slice(1).split('/');
  return parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      json,
    );
}
