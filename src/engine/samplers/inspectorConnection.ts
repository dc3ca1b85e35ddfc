import WebSocket from 'ws';

/** The protocol's answer is an error. */
class ProtocolError extends Error {}

/** No answer came in time: the process is stuck outside of JavaScript, or there is no inspector. */
export class Unanswered extends ProtocolError {}

export class ConnectionLost extends Error {}

const connectMs = 5000;
/** Enough for the profile of an hour. */
const maxMessageBytes = 250_000_000;
/** Also enough for a process whose code never ends: V8 answers while it runs. */
const answerMs = 10_000;

interface Waiting {
  resolve(result: object): void;
  reject(error: Error): void;
}

interface Incoming {
  id?: number;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

/**
 * A session of the Chrome DevTools protocol, either with a process over its inspector's WebSocket
 * or, through that, with one of its worker threads.
 */
export interface InspectorSession {
  /** Sends a request and gives its answer. Throws ProtocolError, Unanswered or ConnectionLost. */
  ask<R extends object>(method: string, params?: object, waitMs?: number): Promise<R>;
  on(event: string, listener: (params: never) => void): void;
}

class SessionMessages implements InspectorSession {
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, ((params: never) => void)[]>();
  #lastId = 0;
  #lost: ConnectionLost | null = null;

  constructor(private readonly transmit: (text: string) => void) {}

  ask<R extends object>(method: string, params: object = {}, waitMs = answerMs): Promise<R> {
    if (this.#lost) return Promise.reject(this.#lost);
    const id = ++this.#lastId;
    return new Promise<R>((resolve, reject) => {
      const deadline = setTimeout(
        () => this.#settle(id)?.reject(new Unanswered(`${method} was not answered.`)),
        waitMs,
      );
      this.#waiting.set(id, {
        resolve: (result) => {
          clearTimeout(deadline);
          resolve(result as R);
        },
        reject: (error) => {
          clearTimeout(deadline);
          reject(error);
        },
      });
      this.transmit(JSON.stringify({ id, method, params }));
    });
  }

  on(event: string, listener: (params: never) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  take(text: string): void {
    let message: Incoming;
    try {
      message = JSON.parse(text) as Incoming;
    } catch {
      return;
    }
    if (message.id !== undefined) {
      const waiting = this.#settle(message.id);
      if (message.error) waiting?.reject(new ProtocolError(message.error.message));
      else waiting?.resolve(message.result ?? {});
    } else if (message.method !== undefined) {
      for (const listener of this.#listeners.get(message.method) ?? []) {
        listener((message.params ?? {}) as never);
      }
    }
  }

  lose(reason: string): void {
    this.#lost ??= new ConnectionLost(reason);
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(this.#lost);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}

/** A session with a worker thread, tunnelled through that of its process. */
export class WorkerSession extends SessionMessages {
  constructor(owner: InspectorSession, sessionId: string) {
    super((message) => {
      owner
        .ask('NodeWorker.sendMessageToWorker', { sessionId, message })
        .catch((error: unknown) => {
          this.lose(String(error));
        });
    });
  }
}

/** The session with a process. Node.js gives every client its own, so a debugger is not disturbed. */
export class InspectorConnection extends SessionMessages {
  /** Resolves when either side has ended the connection. */
  readonly closed: Promise<void>;

  private constructor(private readonly socket: WebSocket) {
    super((message) => socket.send(message, () => {}));
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.lose('The connection to the inspector has ended.');
        resolve();
      });
    });
    socket.on('message', (data: Buffer) => this.take(data.toString('utf8')));
    // An error is followed by `close`, which is handled.
    socket.on('error', () => {});
  }

  /** Throws if no inspector answers or the signal is aborted meanwhile. */
  static async open(url: string, signal?: AbortSignal): Promise<InspectorConnection> {
    // A whole profile comes as one message.
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      handshakeTimeout: connectMs,
    });
    const giveUp = () => socket.terminate();
    signal?.addEventListener('abort', giveUp);
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
      });
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
    return new InspectorConnection(socket);
  }

  /** Ends the session and everything that it began. */
  async close(): Promise<void> {
    this.socket.close();
    const cut = setTimeout(() => this.socket.terminate(), 500);
    await this.closed;
    clearTimeout(cut);
  }
}
