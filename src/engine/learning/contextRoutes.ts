import { notLearned } from '../../shared/learningWire.ts';

/** Counts how often something is made in a context for a request of a route. */
export class ContextRoutes {
  readonly #counts = new Map<number, Map<number, number>>();

  add(context: number, route: number): void {
    if (context < 0 || route === notLearned) return;
    let routes = this.#counts.get(context);
    if (!routes) this.#counts.set(context, (routes = new Map()));
    routes.set(route, (routes.get(route) ?? 0) + 1);
  }

  results(): [context: number, route: number, count: number][] {
    return [...this.#counts].flatMap(([context, routes]) =>
      [...routes].map(([route, count]): [number, number, number] => [context, route, count]),
    );
  }
}
