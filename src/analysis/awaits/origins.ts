import { noRoute } from '../profile/profile.ts';
import { noCause } from './causeTree.ts';

/** The line and route that work goes back to. */
export interface Origin {
  /** A node at which the causing code is innermost, or `noCause`. */
  cause: number;
  /** A route by its number, or `noRoute`. */
  route: number;
}

const nothing: Origin = { cause: noCause, route: noRoute };

/**
 * Numbers for pairs of a cause and a route, so that both are learned together: what a shared stack did
 * for one line is then of the routes that ran this line.
 */
export class Origins {
  readonly #origins: Origin[] = [];
  readonly #numbers = new Map<string, number>();

  of(cause: number, route: number): number {
    if (cause === noCause && route === noRoute) return noCause;
    const key = `${cause}:${route}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#origins.push({ cause, route }) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  at(number: number): Origin {
    return this.#origins[number] ?? nothing;
  }
}
