import type { CancellationToken } from 'vscode-languageserver/node';
import { ErrorCodes, ResponseError, type Connection } from 'vscode-languageserver/node';
import { methodOf, type HostNotification, type HostRequests } from '../shared/lspWire.ts';

/** The seam at which what nobody expected is caught and logged; every request gets an answer. */
export class Handlers {
  constructor(private readonly connection: Connection) {}

  request<Name extends keyof HostRequests>(
    name: Name,
    handler: (
      params: HostRequests[Name]['params'],
      token?: CancellationToken,
    ) => HostRequests[Name]['result'] | Promise<HostRequests[Name]['result']>,
  ): void {
    this.connection.onRequest(methodOf(name), this.answering(name, handler));
  }

  notification(name: HostNotification, handler: () => void | Promise<void>): void {
    this.connection.onNotification(methodOf(name), () => this.attempt(name, handler));
  }

  /** The handler with a logged error as its answer where it throws. */
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

  /** Does what nobody waits for an answer to. */
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
