import type { Memento, Uri } from 'vscode';
import type { RouteTarget } from '../../shared/lspOptions.ts';

export interface RouteRequest {
  /** The path with its values, or a whole URL. */
  url: string;
  body: string;
}

interface Stored {
  /** By method and path as in the source. */
  requests: Record<string, RouteRequest>;
  /** By the name of a path parameter, for the next route that has one of that name. */
  values: Record<string, string>;
}

export class RouteMemory {
  constructor(private readonly state: Memento) {}

  requestOf(folder: Uri, route: RouteTarget): RouteRequest | null {
    return this.#read(folder).requests[nameOf(route)] ?? null;
  }

  valueOf(folder: Uri, parameter: string): string {
    return this.#read(folder).values[parameter] ?? '';
  }

  async remember(
    folder: Uri,
    route: RouteTarget,
    request: RouteRequest,
    values: Record<string, string> = {},
  ): Promise<void> {
    const before = this.#read(folder);
    const now: Stored = {
      requests: { ...before.requests, [nameOf(route)]: request },
      values: { ...before.values, ...values },
    };
    await this.state.update(keyOf(folder), now);
  }

  #read(folder: Uri): Stored {
    return this.state.get<Stored>(keyOf(folder)) ?? { requests: {}, values: {} };
  }
}

function nameOf({ method, path }: RouteTarget): string {
  return `${method} ${path}`;
}

function keyOf(folder: Uri): string {
  return `routes:${folder.toString()}`;
}
