import tls from 'node:tls';
import autocannon from 'autocannon';
import type { LoadStart } from '../../shared/loadWire.ts';
import { requestOrder } from './requestOrder.ts';

/**
 * The one place that knows autocannon (9.0). What it does that a caller would not expect:
 *
 * - It accepts every certificate. That suits this machine; for another, its call of `tls.connect`
 *   is overridden.
 * - Its tracker is thenable, so an async function that returns it waits for the end of the load.
 * - It notices the end of the duration only at the next sample, hence `sampleInt: 100`.
 * - With a rate, it sends each second's requests at the start of that second, even of the second
 *   that begins when the duration ends. That second is prevented here.
 * - Its correction for coordinated omission has a unit bug. It is off, which is allowed only with a
 *   rate.
 * - Its own latencies are whole milliseconds; `response` events carry fractions.
 * - It refuses a timeout below 1 s as an option, but the client accepts one.
 * - It reconnects a failed connection at once, in a loop that takes a whole core. A pause is added
 *   here.
 * - When the server closes a connection (`Connection: close`), the request that was already written
 *   stays queued, so every later latency is measured from an earlier request; and if that write
 *   fails, it connects twice. Here, reconnecting starts afresh.
 * - It never finishes an answer that ends with the connection, waits for the body of an answer to
 *   HEAD, and throws on an answer that nobody asked for.
 * - It ignores an answer that is not HTTP until it times out, and a connection that the server closes
 *   without an answer.
 * - It keeps every body as text to the end, and 600 MB are more than a string can hold. Here only
 *   the beginning of answers that are not 2xx is kept. Its parser keeps lines and trailers of any
 *   length.
 * - Each connection goes through the requests on its own and holds a copy of all. Here they share
 *   one list and one order, so that the mix is right at any time.
 */
export interface LoadEvents {
  /** The head of an answer has come; perhaps nothing more will. */
  onBegun(): void;
  /** Bytes of any answer have come. */
  onBytes(count: number): void;
  /** @param request index of the one that it answers */
  onAnswer(status: number, latencyMs: number, request: number): void;
  /** An answer that is not 2xx, with the beginning of its body. */
  onBadAnswer(status: number, body: string): void;
  onError(message: string, isTimeout: boolean): void;
}

/** The value that autocannon returns when it gets no callback: thenable, but not a promise. */
type Tracker = autocannon.Instance & PromiseLike<unknown>;

/** Runs one load phase and resolves at its end. Rejects if autocannon refuses the options. */
export async function fireLoad(start: LoadStart, events: LoadEvents): Promise<void> {
  if (start.checksCertificate) checkCertificates();
  const turns = new Turns(start.requests.map(({ weight }) => weight ?? 1));
  // autocannon adds content-length itself and would send it twice.
  const requests = start.requests.map((request) => ({
    method: request.method as autocannon.Request['method'] & string,
    path: request.path,
    headers: withoutHeader(request.headers, 'content-length'),
    ...(request.body === undefined ? {} : { body: request.body }),
  }));
  const indexes = new Map(requests.map((request, index) => [request as object, index]));
  let answered: object | null = null;
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
      tameClient(client, start.timeoutS, events, (request) => (answered = request));
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
    events.onAnswer(status, latencyMs, indexes.get(answered ?? requests[0]!) ?? 0);
    if (start.untilFirstAnswer) tracker.stop();
  });
  await tracker;
}

/** Patches the whole process, which does nothing but this load. */
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

/** The part of autocannon's lib/requestIterator.js that is used here. */
interface RequestIterator {
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

  /** Lets a connection take turns with all others. The first call builds the requests. */
  give(iterator: RequestIterator, requests: readonly object[]): void {
    if (!this.#built) iterator.setRequests([...requests]);
    const built = (this.#built ??= iterator.requests);
    const take = () => {
      const request = built[this.#order[this.#next]!]!;
      this.#next = (this.#next + 1) % this.#order.length;
      return request;
    };
    iterator.requests = built;
    // autocannon's client sends the first request without asking for it.
    iterator.currentRequest = take();
    iterator.nextRequest = () => (iterator.currentRequest = take());
  }
}

function endRate(client: Client, durationS: number): void {
  // Late timers run in the order in which they were due, so this one runs before the next second's.
  setTimeout(() => clearInterval(client.rateInterval), durationS * 1000 - 50).unref();
}

/** The part of autocannon's lib/httpClient.js that is used here. */
interface Client {
  requestIterator: RequestIterator;
  timeout: number;
  destroyed: boolean;
  /** Begins each second; set after the client is handed out. */
  rateInterval?: NodeJS.Timeout;
  conn?: object;
  parser: Parser;
  pipelinedRequests: {
    size(): number;
    peek(): { req: { method?: string }; body: string } | undefined;
    /** Counts all received bytes, heads included. */
    addByteCount(count: number): void;
    addBody(data: Buffer): void;
  };
  on(event: string, listener: (argument: Error) => void): void;
  emit(event: string, argument?: unknown): void;
  _connect(): void;
  _destroyConnection(): void;
}

/** http-parser-js as autocannon uses it: its handlers have numbers. */
interface Parser {
  [handler: number]: (info: { statusCode: number; shouldKeepAlive: boolean }) => unknown;
  /** The beginning of a line that has not ended yet. */
  line: string;
  trailers: string[];
  execute(chunk: Buffer): unknown;
  finish(): unknown;
  reinitialize(type: 'RESPONSE'): void;
}
const onHeadersComplete = 2;
const onMessageComplete = 4;

const keptBodyLength = 20_000;
/** The same as the parser's own limit for a head. */
const maxLineLength = 80 * 1024;
const maxTrailers = 200;

/**
 * autocannon calls this in the client's constructor, before the first connection.
 *
 * @param onWhole is told the request just before autocannon tells of its answer
 */
function tameClient(
  client: Client,
  timeoutS: number,
  events: LoadEvents,
  onWhole: (request: object) => void,
): void {
  const { parser, pipelinedRequests } = client;
  const connect = client._connect.bind(client);
  const execute = parser.execute.bind(parser);
  let failures = 0;
  let hasFailed = false;
  let hasAnswered = false;
  let mayClose = false;
  let status = 0;
  let retry: NodeJS.Timeout | null = null;

  client.timeout = timeoutS * 1000;
  client.on('timeout', () => events.onError('request timed out', true));
  client.on('connError', (error) => {
    failures++;
    hasFailed = true;
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
      mayClose = !info.shouldKeepAlive;
      headersComplete(info);
      if (status >= 200) events.onBegun();
      return pipelinedRequests.peek()?.req.method === 'HEAD';
    };
    parser[onMessageComplete] = (info) => {
      const answered = pipelinedRequests.peek();
      // Either nobody asked (an idle connection timed out), or it is only an interim answer (1xx).
      if (!answered || status < 200) return;
      failures = 0;
      hasAnswered = true;
      if (status > 299) events.onBadAnswer(status, answered.body);
      onWhole(answered.req);
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
    // A server that says it will close the connection may do so, whatever was written meanwhile.
    if (!mayClose && !hasFailed && pipelinedRequests.size() > 0) {
      client.emit('connError', new Error('the server closed the connection without an answer'));
    }
    client._destroyConnection();
    parser.reinitialize('RESPONSE');
    const isAtOnce = hasAnswered || failures === 0;
    [hasFailed, hasAnswered, mayClose] = [false, false, false];
    if (retry) clearTimeout(retry);
    const reconnect = () => {
      if (!client.destroyed) connect();
    };
    if (isAtOnce) reconnect();
    else retry = setTimeout(reconnect, Math.min(500, 20 * failures));
  };
}
