import {
  type CancellationToken,
  ErrorCodes,
  ResponseError,
  type Connection,
} from 'vscode-languageserver/node';
import {
  type AnswerOf,
  type HostNotification,
  type HostRequests,
  methodOf,
  type RequestOf,
} from '../../shared/lspWire.ts';

/** Catches and logs unexpected errors of all handlers, so that every request gets an answer. */
export class Handlers {
  constructor(private readonly connection: Connection) {}

  request<Name extends keyof HostRequests>(
    name: Name,
    handler: (
      params: RequestOf<Name>,
      token?: CancellationToken,
    ) => AnswerOf<Name> | Promise<AnswerOf<Name>>,
  ): void {
    this.connection.onRequest(methodOf(name), this.answering(name, handler));
  }

  notification(name: HostNotification, handler: () => void | Promise<void>): void {
    this.connection.onNotification(methodOf(name), () => this.attempt(name, handler));
  }

  /** Wraps a handler: if it throws, the error is logged and becomes the answer. */
  answering<P, R>(
    what: string,
    handler: (params: P, token?: CancellationToken) => R | Promise<R>,
  ): (params: P, token?: CancellationToken) => Promise<R | ResponseError<void>> {
    return async (params, token) => {
      try {
        return await handler(params, token);
      } catch (error) {
        this.log(what, error);
        const sentence = error instanceof Error ? error.message : String(error);
        return new ResponseError<void>(ErrorCodes.InternalError, sentence);
      }
    };
  }

  /** Does work whose errors are only logged, as nobody waits for an answer. */
  async attempt(what: string, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log(what, error);
    }
  }

  log(what: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.connection.console.error(`${what}: ${text}`);
  }
}
