/** So many samples of a node count as much as what its parents say. */
const priorSamples = 4;

/** No cause is known. */
export const noCause = -1;

/** The learned stacks that begin with the same functions. */
interface LearnedStacks {
  children: Map<string, LearnedStacks>;
  /** Samples by cause, or {@link noCause}. */
  causes: Map<number, number>;
  samples: number;
  /** The samples whose stacks end here; null if there are none. */
  ending: { causes: Map<number, number>; samples: number } | null;
}

/** The causes of a stack. */
export interface CauseShares {
  /** 1 in all, {@link noCause} among them. */
  shares: ReadonlyMap<number, number>;
  /** Number of learned samples that the shares were estimated from. */
  samples: number;
  /** The same object for all stacks whose shares are one estimate. */
  estimate: object;
}

/** Looks up what has caused a stack, by its functions from the outermost in. */
export class CauseTree {
  readonly #root = noStacks();
  /** By function, all learned stacks that it is on. */
  readonly #byFunction = new Map<string, LearnedStacks>();

  get isEmpty(): boolean {
    return this.#root.samples === 0;
  }

  add(stack: readonly string[], cause: number): void {
    let node = this.#root;
    count(node, cause);
    for (const name of stack) {
      let child = node.children.get(name);
      if (!child) node.children.set(name, (child = noStacks()));
      count(child, cause);
      node = child;
    }
    node.ending ??= { causes: new Map(), samples: 0 };
    count(node.ending, cause);
    for (const name of new Set(stack)) {
      let stacks = this.#byFunction.get(name);
      if (!stacks) this.#byFunction.set(name, (stacks = noStacks()));
      count(stacks, cause);
    }
  }

  /**
   * The longest learned beginning of a measured stack says what has caused it, and the fewer samples it
   * has, the more do shorter ones. V8's CPU profiler leaves out functions that were inlined, so those
   * that were not learned are skipped. V8's log has stacks of which the outer part is missing: their
   * outermost function is looked for in the middle of learned ones.
   */
  causesOf(stack: readonly string[]): CauseShares {
    let shares = new Map([[noCause, 1]]);
    let node = this.#root;
    for (const name of stack) {
      const child = node.children.get(name);
      if (!child) continue;
      shares = mixed(child, shares);
      node = child;
    }
    if (node === this.#root) {
      const within = stack.map((name) => this.#byFunction.get(name)).find((each) => each);
      if (!within) return { shares, samples: 0, estimate: node };
      return { shares: mixed(within, shares), samples: within.samples, estimate: within };
    }
    const { ending } = node;
    if (ending) return { shares: mixed(ending, shares), samples: ending.samples, estimate: ending };
    return { shares, samples: node.samples, estimate: node };
  }
}

function noStacks(): LearnedStacks {
  return { children: new Map(), causes: new Map(), samples: 0, ending: null };
}

function count(stacks: Pick<LearnedStacks, 'causes' | 'samples'>, cause: number): void {
  stacks.causes.set(cause, (stacks.causes.get(cause) ?? 0) + 1);
  stacks.samples++;
}

export function mixed(
  { causes, samples }: Pick<LearnedStacks, 'causes' | 'samples'>,
  prior: ReadonlyMap<number, number>,
): Map<number, number> {
  const whole = samples + priorSamples;
  const shares = new Map<number, number>();
  for (const [cause, share] of prior) shares.set(cause, (share * priorSamples) / whole);
  for (const [cause, own] of causes) shares.set(cause, (shares.get(cause) ?? 0) + own / whole);
  return shares;
}

/** Variance of a share that was estimated from so many samples. */
export function varianceOf(share: number, samples: number): number {
  return (share * (1 - share)) / (samples + priorSamples);
}
