import tls from 'node:tls';
import autocannon from 'autocannon';
import type { LoadStart } from '../../shared/loadWire.ts';
import { requestOrder } from './requestOrder.ts';

/**
 * The one place that knows autocannon (9.0), with what it does that a caller would not expect:
 *
 * - It accepts every certificate, which is right for this machine alone: for another, its own call of
 *   `tls.connect` is told otherwise.
 * - Its tracker is thenable, so an async function that returns it waits for the end of the load.
 * - The end of the duration waits for the next sample: `sampleInt: 100`.
 * - With a rate, each second's requests are sent at its start, also those of the second that begins
 *   with the end of the duration: no further second is begun.
 * - Its correction for coordinated omission has a unit bug: off, and allowed only with a rate.
 * - Its own latencies are whole milliseconds; `response` events carry fractions.
 * - A timeout below 1 s is refused as an option, but can be set on the client.
 * - A connection that fails is made again at once, in a loop that takes a whole core: a pause is put in.
 * - On a connection that the server closes (`Connection: close`), the request that it had already
 *   written stays in the queue, so every later latency is measured from an earlier request; and
 *   when that write fails, the connection is made twice. Reconnecting here begins anew.
 * - An answer that ends with the connection is never finished; an answer to HEAD waits for a body
 *   that does not come; an answer that nobody asked for throws.
 * - An answer that is not HTTP is ignored until it times out.
 * - It keeps each body as text, to the end: one of 600 MB is more than a string may hold. Here only
 *   the beginning of an answer that is not 2xx is kept. Its parser keeps lines and trailers of any length.
 * - Each connection goes through the requests by itself, from the first on, and holds a copy of all:
 *   here they share one list and one order, so that what is sent is in proportion at any time.
 */
export interface LoadEvents {
  /** An answer has begun: its head is there, and perhaps nothing more will be. */
  onBegun(): void;
  /** Bytes have come, of whichever answer. */
  onBytes(count: number): void;
  /** An answer has come to its end. */
  onAnswer(status: number, latencyMs: number): void;
  /** Each answer that is not 2xx, with the beginning of its body. */
  onBadAnswer(status: number, body: string): void;
  onError(message: string, isTimeout: boolean): void;
}

/** What autocannon returns without a callback: not a promise, but thenable. */
type Tracker = autocannon.Instance & PromiseLike<unknown>;

/** Fires one stretch of load; resolves at its end. Rejects where autocannon refuses the options. */
export async function fireLoad(start: LoadStart, events: LoadEvents): Promise<void> {
  if (start.checksCertificate) checkCertificates();
  const turns = new Turns(start.requests.map(({ weight }) => weight ?? 1));
  // autocannon counts the length itself, and would send it twice.
  const requests = start.requests.map((request) => ({
    method: request.method as autocannon.Request['method'] & string,
    path: request.path,
    headers: withoutHeader(request.headers, 'content-length'),
    ...(request.body === undefined ? {} : { body: request.body }),
  }));
  const options: autocannon.Options = {
    url: start.origin,
    ...(start.socketPath === null ? {} : { socketPath: start.socketPath }),
    connections: start.connections,
    duration: start.durationS,
    pipelining: start.pipelining,
    timeout: Math.max(1, start.timeoutS),
    sampleInt: 100,
    requests: requests.slice(0, 1),
    setupClient: (each) => {
      const client = each as unknown as Client;
      tameClient(client, start.timeoutS, events);
      if (start.rate !== null) endRate(client, start.durationS);
      turns.give(client.requestIterator, requests);
    },
  };
  if (start.rate !== null) {
    options.overallRate = start.rate;
    options.ignoreCoordinatedOmission = true;
  }
  const tracker = autocannon(options) as unknown as Tracker;
  tracker.on('response', (_client, status, _bytes, latencyMs) => {
    events.onAnswer(status, latencyMs);
    if (start.untilFirstAnswer) tracker.stop();
  });
  await tracker;
}

/** In this whole process, which makes this load and nothing else. */
function checkCertificates(): void {
  const connect = tls.connect as (...words: unknown[]) => tls.TLSSocket;
  const checking = (...words: unknown[]) =>
    connect(
      ...words.map((word) =>
        typeof word === 'object' ? { ...word, rejectUnauthorized: true } : word,
      ),
    );
  tls.connect = checking as typeof tls.connect;
}

function withoutHeader(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([header]) => header.toLowerCase() !== name),
  );
}

/** What of autocannon's requests is used here; seen in its lib/requestIterator.js. */
interface RequestIterator {
  /** Built into bytes. */
  requests: object[];
  currentRequest: object;
  setRequests(requests: object[]): void;
  nextRequest(): object;
}

/** The order of the requests over all connections. */
class Turns {
  readonly #order: number[];
  #next = 0;
  #built: object[] | null = null;

  constructor(weights: readonly number[]) {
    this.#order = requestOrder(weights);
  }

  /** Lets a connection send the requests in turn with all others; the first one builds them. */
  give(iterator: RequestIterator, requests: readonly object[]): void {
    if (!this.#built) iterator.setRequests([...requests]);
    const built = (this.#built ??= iterator.requests);
    const take = () => {
      const request = built[this.#order[this.#next]!]!;
      this.#next = (this.#next + 1) % this.#order.length;
      return request;
    };
    iterator.requests = built;
    // autocannon's client sends the first one without asking for it.
    iterator.currentRequest = take();
    iterator.nextRequest = () => (iterator.currentRequest = take());
  }
}

function endRate(client: Client, durationS: number): void {
  // Timers that are late run in the order in which they were due.
  setTimeout(() => clearInterval(client.rateInterval), durationS * 1000 - 50).unref();
}

/** What of autocannon's client is used here; seen in its lib/httpClient.js. */
interface Client {
  requestIterator: RequestIterator;
  timeout: number;
  destroyed: boolean;
  /** Begins a second; made after the client is handed out. */
  rateInterval?: NodeJS.Timeout;
  conn?: object;
  parser: Parser;
  pipelinedRequests: {
    size(): number;
    peek(): { req: { method?: string }; body: string } | undefined;
    /** Of everything that was received, heads of answers too. */
    addByteCount(count: number): void;
    addBody(data: Buffer): void;
  };
  on(event: string, listener: (argument: Error) => void): void;
  emit(event: string, argument?: unknown): void;
  _connect(): void;
  _destroyConnection(): void;
}

/** http-parser-js as autocannon uses it: handlers under numbers. */
interface Parser {
  [handler: number]: (info: { statusCode: number }) => unknown;
  /** The beginning of a line whose end has not come yet. */
  line: string;
  trailers: string[];
  execute(chunk: Buffer): unknown;
  finish(): unknown;
  reinitialize(type: 'RESPONSE'): void;
}
const onHeadersComplete = 2;
const onMessageComplete = 4;

/** Of the body of an answer that is not 2xx. */
const keptBodyLength = 20_000;
/** As the parser's own limit for a head. */
const maxLineLength = 80 * 1024;
const maxTrailers = 200;

/** Called by autocannon within the client's constructor, before its first connection. */
function tameClient(client: Client, timeoutS: number, events: LoadEvents): void {
  const { parser, pipelinedRequests } = client;
  const connect = client._connect.bind(client);
  const execute = parser.execute.bind(parser);
  let failures = 0;
  let answersOnConnection = 0;
  let status = 0;
  let retry: NodeJS.Timeout | null = null;

  client.timeout = timeoutS * 1000;
  client.on('timeout', () => events.onError('request timed out', true));
  client.on('connError', (error) => {
    failures++;
    events.onError(error.message, false);
  });

  parser.execute = (chunk) => {
    const result = execute(chunk);
    const isEndless = parser.line.length > maxLineLength || parser.trailers.length > maxTrailers;
    if (!(result instanceof Error) && !isEndless) return result;
    client.emit('connError', new Error('the answer is not HTTP/1.1'));
    client._connect();
    return result;
  };

  pipelinedRequests.addByteCount = (count) => events.onBytes(count);
  pipelinedRequests.addBody = (data) => {
    const answered = pipelinedRequests.peek();
    if (!answered || status <= 299 || answered.body.length >= keptBodyLength) return;
    answered.body += data.toString('utf8', 0, keptBodyLength);
  };

  const wrapHandlers = () => {
    const headersComplete = parser[onHeadersComplete]!.bind(parser);
    const messageComplete = parser[onMessageComplete]!.bind(parser);
    parser[onHeadersComplete] = (info) => {
      status = info.statusCode;
      headersComplete(info);
      if (status >= 200) events.onBegun();
      return pipelinedRequests.peek()?.req.method === 'HEAD';
    };
    parser[onMessageComplete] = (info) => {
      const answered = pipelinedRequests.peek();
      // Nobody asked (a timeout of an idle connection), or it only announces the answer (1xx).
      if (!answered || status < 200) return;
      failures = 0;
      answersOnConnection++;
      if (status > 299) events.onBadAnswer(status, answered.body);
      messageComplete(info);
    };
  };

  client._connect = () => {
    if (!client.conn) {
      wrapHandlers();
      connect();
      return;
    }
    parser.finish();
    if (answersOnConnection === 0 && failures === 0 && pipelinedRequests.size() > 0) {
      client.emit('connError', new Error('the server closed the connection without an answer'));
    }
    client._destroyConnection();
    parser.reinitialize('RESPONSE');
    answersOnConnection = 0;
    if (retry) clearTimeout(retry);
    const reconnect = () => {
      if (!client.destroyed) connect();
    };
    if (failures === 0) reconnect();
    else retry = setTimeout(reconnect, Math.min(500, 20 * failures));
  };
}
