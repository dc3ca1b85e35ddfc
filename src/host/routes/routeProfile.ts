import * as vscode from 'vscode';
import type { RouteTarget } from '../../shared/lspOptions.ts';
import { bodyHeaders } from '../load/loadInput.ts';
import type { LoadMemory } from '../load/loadMemory.ts';
import type { LoadInput } from '../load/loadSteps.ts';
import type { ProfileServer } from '../run/profileServer.ts';
import type { RouteMemory, RouteRequest } from './routeMemory.ts';
import { askRoute, askRouteAgain } from './routeSteps.ts';

/** The commands of the lenses above routes: they profile the folder's server under a load of one route. */
export class RouteProfile {
  constructor(
    private readonly profiling: ProfileServer,
    private readonly loads: LoadMemory,
    private readonly routes: RouteMemory,
  ) {}

  /** Asks for what the source does not say, the first time only. */
  profile(given: unknown): Promise<void> {
    return this.#run(given, async (route, folder) => {
      const known = this.routes.requestOf(folder, route);
      if (known) return known;
      const answer = await askRoute(route, (name) => this.routes.valueOf(folder, name));
      if (answer) await this.routes.remember(folder, route, answer.request, answer.values);
      return answer?.request ?? null;
    });
  }

  edit(given: unknown): Promise<void> {
    return this.#run(given, async (route, folder) => {
      const known = this.routes.requestOf(folder, route);
      const request = await askRouteAgain(route, known);
      if (request) await this.routes.remember(folder, route, request);
      return request;
    });
  }

  async #run(
    given: unknown,
    requestOf: (route: RouteTarget, folder: vscode.Uri) => Promise<RouteRequest | null>,
  ): Promise<void> {
    const route = readTarget(given);
    // A lens gives a target; a person's own key binding may not.
    if (!route) return;
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(route.uri)) ?? null;
    await this.profiling.withRequest(folder, {
      load: async (uri) => {
        const request = await requestOf(route, uri);
        return request && this.#loadOf(uri, route, request);
      },
      remember: (uri, { url, body }) => this.routes.remember(uri, route, { url, body }),
    });
  }

  #loadOf(folder: vscode.Uri, { method }: RouteTarget, { url, body }: RouteRequest): LoadInput {
    const { connections, durationS } = this.loads.loadFor(folder);
    return { url, method, body, headers: bodyHeaders(body), connections, durationS };
  }
}

function readTarget(given: unknown): RouteTarget | null {
  if (typeof given !== 'object' || given === null) return null;
  const { uri, method, path } = given as Partial<RouteTarget>;
  const isTarget =
    typeof uri === 'string' && typeof method === 'string' && typeof path === 'string';
  return isTarget ? { uri, method, path } : null;
}
