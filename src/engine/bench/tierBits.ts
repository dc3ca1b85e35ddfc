import { tiers, type Tier } from '../../shared/vocabulary.ts';

/**
 * Tells in which tier a function is. The bits of `%GetOptimizationStatus` move from one Node.js line to
 * the next, so they are learned in this process from functions whose tier is known, because they were
 * put there: those bits count which all functions of a tier have and none of another. Needs
 * `--allow-natives-syntax`.
 */
export class TierBits {
  readonly known: Tier[];
  readonly #bits: ReadonlyMap<Tier, number>;
  readonly #status: (of: unknown) => number;

  private constructor(bits: ReadonlyMap<Tier, number>, status: (of: unknown) => number) {
    this.#bits = bits;
    this.#status = status;
    this.known = tiers.filter((tier) => bits.has(tier));
  }

  /** Null if V8 has no such syntax. */
  static learn(): TierBits | null {
    const status = native('GetOptimizationStatus');
    if (!status) return null;
    const statusOf = (of: unknown) => Number(status(of));
    const examples = new Map<Tier, number[]>();
    for (const tier of tiers) {
      const statuses = exampleTexts.map((text) => statusIn(tier, text, statusOf));
      if (statuses.every((each) => each !== null)) examples.set(tier, statuses);
    }
    const bits = new Map<Tier, number>();
    for (const [tier, statuses] of examples) {
      const common = statuses.reduce((all, each) => all & each);
      const others = [...examples].filter(([other]) => other !== tier);
      const elsewhere = others.flatMap(([, each]) => each).reduce((all, each) => all | each, 0);
      const own = common & ~elsewhere;
      if (own !== 0) bits.set(tier, own);
    }
    return new TierBits(bits, statusOf);
  }

  /** Null if no tier that was learned fits. */
  of(asked: unknown): Tier | null {
    const status = this.#status(asked);
    const fitting = this.known.filter((tier) => {
      const bits = this.#bits.get(tier)!;
      return (status & bits) === bits;
    });
    return fitting.length === 1 ? fitting[0]! : null;
  }
}

/** Two functions that have nothing in common, so that what is by chance the same in a tier is told apart. */
const exampleTexts = [
  'let sum = 0; for (let i = 0; i < 3; i++) sum += i; return sum',
  'return { value: String(x), more: [x, x] }.value.length',
];

let made = 0;

/** The status of a new function that was put into a tier; null if V8 does not have the tier. */
function statusIn(tier: Tier, text: string, statusOf: (of: unknown) => number): number | null {
  // V8 gives functions of one text the same code, so each has its own.
  const example = new Function('x', `${text} /* ${++made} */`) as (x: number) => unknown;
  const call = () => {
    for (let i = 0; i < 3; i++) example(i);
  };
  if (tier === 'ignition') {
    const never = native('NeverOptimizeFunction');
    if (!never) return null;
    call();
    never(example);
    call();
    return statusOf(example);
  }
  // Without Sparkplug, to ask for its code ends the process.
  if (tier === 'sparkplug' && !hasSparkplug()) return null;
  const put = native(putInto[tier]);
  const prepare = native('PrepareFunctionForOptimization');
  if (!put || !prepare) return null;
  const plain = statusOf(example);
  call();
  if (tier !== 'sparkplug') prepare(example);
  call();
  put(example);
  call();
  const status = statusOf(example);
  // If V8 runs without a compiler, it leaves the function as it was.
  return (status & ~plain) === 0 ? null : status;
}

const putInto = {
  sparkplug: 'CompileBaseline',
  maglev: 'OptimizeMaglevOnNextCall',
  turbofan: 'OptimizeFunctionOnNextCall',
} as const;

function hasSparkplug(): boolean {
  const isEnabled = native('IsSparkplugEnabled');
  if (isEnabled) return Boolean(isEnabled(undefined));
  // Node.js 18 can't be asked.
  const flags = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return !flags.some((flag) => /^--(?:no[-_]?sparkplug|jitless)$/.test(flag));
}

function native(name: string): ((of: unknown) => unknown) | null {
  try {
    return new Function('of', `return %${name}(of)`) as (of: unknown) => unknown;
  } catch {
    return null;
  }
}
