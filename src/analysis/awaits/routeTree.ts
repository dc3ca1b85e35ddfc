import { mixed, noCause, type CauseShares } from './causeTree.ts';

/** The observations on stacks that begin with the same functions. */
interface LearnedStacks {
  children: Map<string, LearnedStacks>;
  /** Samples by route, or `noRoute`. */
  causes: Map<number, number>;
  samples: number;
  /** How often something was made by route on these stacks. */
  made: Map<number, number>;
}

/**
 * Looks up whose requests a stack runs for, by its functions of the user's from the outermost in. What
 * was sampled on such stacks says it; where few were, the promises and resources that were made there
 * do, since V8's CPU profiler leaves out functions that were inlined. A stack that begins with a
 * function of which neither is known has no route.
 */
export class RouteTree {
  readonly #root = noStacks();
  /** By function, all learned stacks that it is on. */
  readonly #byFunction = new Map<string, LearnedStacks>();

  get isEmpty(): boolean {
    return this.#root.children.size === 0;
  }

  addSample(stack: readonly string[], route: number): void {
    this.#eachOn(stack, (node) => {
      node.causes.set(route, (node.causes.get(route) ?? 0) + 1);
      node.samples++;
    });
  }

  addMade(stack: readonly string[], route: number, count: number): void {
    this.#eachOn(stack, ({ made }) => made.set(route, (made.get(route) ?? 0) + count));
  }

  routesOf(stack: readonly string[]): CauseShares {
    let shares: ReadonlyMap<number, number> = new Map([[noCause, 1]]);
    let node = this.#root;
    const [outermost = ''] = stack;
    const within = this.#byFunction.get(outermost);
    if (!within) return { shares, samples: 0, estimate: node };
    shares = sharesOf(within.made) ?? shares;
    // V8's log has stacks of which the outer part is missing.
    if (!node.children.has(outermost)) {
      return { shares: mixed(within, shares), samples: within.samples, estimate: within };
    }
    for (const name of stack) {
      const child = node.children.get(name);
      if (!child) continue;
      const prior = node === this.#root ? shares : (sharesOf(child.made) ?? shares);
      shares = mixed(child, prior);
      node = child;
    }
    return { shares, samples: node.samples, estimate: node };
  }

  #eachOn(stack: readonly string[], add: (node: LearnedStacks) => void): void {
    let node = this.#root;
    for (const name of stack) {
      let child = node.children.get(name);
      if (!child) node.children.set(name, (child = noStacks()));
      add(child);
      node = child;
    }
    for (const name of new Set(stack)) {
      let stacks = this.#byFunction.get(name);
      if (!stacks) this.#byFunction.set(name, (stacks = noStacks()));
      add(stacks);
    }
  }
}

function noStacks(): LearnedStacks {
  return { children: new Map(), causes: new Map(), samples: 0, made: new Map() };
}

/** Null if nothing was counted. */
function sharesOf(counts: ReadonlyMap<number, number>): Map<number, number> | null {
  const whole = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (whole === 0) return null;
  return new Map([...counts].map(([route, count]) => [route, count / whole]));
}
