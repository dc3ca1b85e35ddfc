/** So many samples of a stack count as much as what its callers say. */
const priorSamples = 4;
/** Before anything is known of a stack, so many samples count as much as that it has no cause. */
const unknownSamples = 1;
/** With fewer samples, stacks that have other functions in between are left out. */
const minSamples = 8;

/** No cause is known. */
export const noCause = -1;

interface Counts {
  /** Samples by cause, or {@link noCause}. */
  causes: Map<number, number>;
  samples: number;
}

interface LearnedStack extends Counts {
  names: readonly string[];
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

/** A learned stack that has the functions of a measured one up to here. */
interface Match {
  stack: LearnedStack;
  /** Index of the next function in the learned stack. */
  next: number;
  /** No function was left out. */
  isExact: boolean;
}

/** The knowledge of all measured stacks that begin with the same functions. */
interface Beginning {
  matches: readonly Match[];
  shares: ReadonlyMap<number, number>;
  samples: number;
  /** The measured stacks have a function next that was not learned there. */
  hasSkipped: boolean;
  longer: Map<string, Beginning>;
  ending: CauseShares | null;
}

/**
 * Looks up what has caused a stack, by its functions from the outermost in. The longest learned beginning
 * of it says so, and the fewer samples that has, the more do shorter ones. Neither sampler has all
 * functions: V8's CPU profiler leaves out those that were inlined, and V8's log has stacks of which the
 * outer part is missing. So learned stacks with other functions in between count too, and functions that
 * were not learned are skipped.
 *
 *   measured   read ─ push ─ onData ─ parse
 *   learned    read ─ push ─ emit ─ onData ─ parse ×80    read ─ push ─ onData ×1
 *
 * But not both at once: where a measured stack has a function and a learned one another, they are two.
 *
 *   measured   tick ─ onBatch ─ parse
 *   learned    tick ×100    tick ─ onPromise ─ parse ×100
 */
export class CauseTree {
  readonly #stacks = new Map<string, LearnedStack>();
  #root: Beginning | null = null;

  get isEmpty(): boolean {
    return this.#stacks.size === 0;
  }

  add(names: readonly string[], cause: number, samples = 1): void {
    const key = names.join('\n');
    let stack = this.#stacks.get(key);
    if (!stack) this.#stacks.set(key, (stack = { names, causes: new Map(), samples: 0 }));
    count(stack, cause, samples);
    this.#root = null;
  }

  causesOf(stack: readonly string[]): CauseShares {
    let beginning = (this.#root ??= this.#nothingYet());
    // Without a function, a stack is like those alone that have none either.
    if (stack.length === 0) return endingOf(beginning);
    for (const name of stack) {
      let longer = beginning.longer.get(name);
      if (!longer) beginning.longer.set(name, (longer = withNext(beginning, name)));
      beginning = longer;
    }
    if (beginning === this.#root) return { ...beginning, estimate: beginning };
    return endingOf(beginning);
  }

  #nothingYet(): Beginning {
    const matches = Array.from(this.#stacks.values(), (stack) => ({
      ...{ stack, next: 0, isExact: true },
    }));
    return {
      ...{ matches, shares: new Map([[noCause, 1]]), samples: 0, hasSkipped: false },
      ...{ longer: new Map<string, Beginning>(), ending: null },
    };
  }
}

/** The beginning with one more function; the same if too little was learned of that. */
function withNext(beginning: Beginning, name: string): Beginning {
  const all = beginning.matches.flatMap(({ stack, next, isExact }): Match[] => {
    const at = stack.names.indexOf(name, next);
    if (at < 0 || (beginning.hasSkipped && at > next)) return [];
    return [{ stack, next: at + 1, isExact: isExact && at === next }];
  });
  const exact = all.filter(({ isExact }) => isExact);
  const isEnough = countsOf(all).samples >= minSamples || beginning.samples === 0;
  const matches = isEnough ? all : exact;
  if (matches.length === 0) return skipping(beginning);
  const counts = countsOf(matches);
  const prior = beginning.samples === 0 ? unknownSamples : priorSamples;
  let shares = mixed(counts, beginning.shares, prior);
  if (exact.length > 0 && exact.length < matches.length) shares = mixed(countsOf(exact), shares);
  const known = { matches, shares, samples: counts.samples, hasSkipped: false };
  return { ...known, longer: new Map(), ending: null };
}

/** The outer part of a stack may be missing, so that before the first learned function any may be. */
function skipping(beginning: Beginning): Beginning {
  if (beginning.samples === 0 || beginning.hasSkipped) return beginning;
  return { ...beginning, hasSkipped: true, longer: new Map(), ending: endingOf(beginning) };
}

/** The causes of stacks that end here. */
function endingOf(beginning: Beginning): CauseShares {
  return (beginning.ending ??= ending(beginning));
}

function ending(beginning: Beginning): CauseShares {
  const ended = beginning.matches.filter(({ stack, next }) => next === stack.names.length);
  if (ended.length === 0) return { ...beginning, estimate: beginning };
  const counts = countsOf(ended);
  const prior = beginning.samples === 0 ? unknownSamples : priorSamples;
  return {
    ...{ shares: mixed(counts, beginning.shares, prior), samples: counts.samples },
    estimate: counts,
  };
}

function countsOf(matches: readonly Match[]): Counts {
  const counts: Counts = { causes: new Map(), samples: 0 };
  for (const { stack } of matches) {
    for (const [cause, samples] of stack.causes) count(counts, cause, samples);
  }
  return counts;
}

function count(counts: Counts, cause: number, samples: number): void {
  counts.causes.set(cause, (counts.causes.get(cause) ?? 0) + samples);
  counts.samples += samples;
}

export function mixed(
  { causes, samples }: Readonly<Counts>,
  before: ReadonlyMap<number, number>,
  prior = priorSamples,
): Map<number, number> {
  const whole = samples + prior;
  const shares = new Map<number, number>();
  for (const [cause, share] of before) shares.set(cause, (share * prior) / whole);
  for (const [cause, own] of causes) shares.set(cause, (shares.get(cause) ?? 0) + own / whole);
  return shares;
}

/** Variance of a share that was estimated from so many samples. */
export function varianceOf(share: number, samples: number): number {
  return (share * (1 - share)) / (samples + priorSamples);
}
