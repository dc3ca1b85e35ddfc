import type { AnswersOfRequest } from '../../shared/loadWire.ts';
import type { LoadRequest } from '../../shared/runOptions.ts';
import { routeName } from '../requests/pathPattern.ts';

/** The routes of a load: each request is of one. */
export class LoadRoutes {
  readonly names: string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #ofRequest: number[];

  constructor(requests: readonly LoadRequest[]) {
    const names = requests.map(({ method, path }) => routeName(method, path));
    this.names = [...new Set(names)];
    this.#numbers = new Map(this.names.map((name, number) => [name, number]));
    this.#ofRequest = names.map((name) => this.numberOf(name));
  }

  get hasSeveral(): boolean {
    return this.names.length > 1;
  }

  /** The number of a route that the server saw; below 0 if the load has none of it. */
  numberOf(route: string): number {
    return this.#numbers.get(route) ?? -1;
  }

  /** The answers of each route. */
  answers(byRequest: readonly AnswersOfRequest[]): AnswersOfRequest[] {
    const all = this.names.map(() => ({ answers: 0, latencySumMs: 0 }));
    byRequest.forEach(({ answers, latencySumMs }, request) => {
      const of = all[this.#ofRequest[request]!]!;
      of.answers += answers;
      of.latencySumMs += latencySumMs;
    });
    return all;
  }
}
