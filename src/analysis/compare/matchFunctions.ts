import { shinglesOf, similarity, type FunctionText } from '../text/functionText.ts';
import type { FunctionFate } from '../../shared/codeChange.ts';

export interface CodeFunction {
  name: string;
  /** Path without the state's folder, so that it is equal in both states unless the file moved. */
  path: string;
  line: number;
  column: number;
  /** Null if unknown. */
  text: FunctionText | null;
}

export interface FunctionMatch {
  /** Indexes; -1 on the side without such a function. */
  base: number;
  head: number;
  fate: FunctionFate;
  /** Whether its text changed, comments and spaces aside; null if a text is unknown. */
  isEdited: boolean | null;
}

/**
 * Matches the functions of two states: first by file and name, then the rest by similar text. Each
 * function is matched at most once.
 *
 *     base                 head
 *     total   orders.js    total   orders.js    same: only the text may be edited
 *     render  orders.js    draw    views.js     moved-and-renamed: 0.6 similar or more
 *     parse   orders.js                         gone: no function that is left is similar enough
 *                          check   orders.js    new
 */
export function matchFunctions(
  base: readonly CodeFunction[],
  head: readonly CodeFunction[],
): FunctionMatch[] {
  return new Matcher(base, head).match();
}

/** Functions with less similar texts are different ones. */
const minSimilarity = 0.6;
/** Shorter texts, such as getters and callbacks, are alike by chance. */
const minTokens = 12;
/** A function without a name is only matched if its text is at least this similar. */
const minAnonymousSimilarity = 0.3;

/**
 * Limits against matching generated code for minutes: texts that many functions share say little.
 */
const maxHolders = 50;
const maxCompared = 20;
const maxEqual = 200;

class Matcher {
  readonly #headOf: Int32Array;
  readonly #baseOf: Int32Array;
  readonly #shingles = new Map<CodeFunction, ReadonlySet<string>>();

  constructor(
    private readonly base: readonly CodeFunction[],
    private readonly head: readonly CodeFunction[],
  ) {
    this.#headOf = new Int32Array(base.length).fill(-1);
    this.#baseOf = new Int32Array(head.length).fill(-1);
  }

  match(): FunctionMatch[] {
    this.#byName();
    this.#byText();
    const matches = this.base.map((_, index) => this.#describe(index, this.#headOf[index]!));
    this.#baseOf.forEach((base, index) => {
      if (base < 0) matches.push(this.#describe(-1, index));
    });
    return matches;
  }

  /** Matches by file and name; of several, the most similar texts first, then the rest in order. */
  #byName(): void {
    const groups = new Map<string, { base: number[]; head: number[] }>();
    const add = (functions: readonly CodeFunction[], side: 'base' | 'head') => {
      functions.forEach(({ path, name }, index) => {
        const key = `${path}\n${name}`;
        const group = groups.get(key) ?? { base: [], head: [] };
        group[side].push(index);
        groups.set(key, group);
      });
    };
    add(this.base, 'base');
    add(this.head, 'head');
    for (const { base, head } of groups.values()) {
      if (base.length === 0 || head.length === 0) continue;
      const isAnonymous = this.base[base[0]!]!.name === '(anonymous)';
      if (base.length > 1 || head.length > 1) {
        this.#pairBest(this.#candidates(base, head, isAnonymous ? minAnonymousSimilarity : 0.01));
      }
      const restBase = base.filter((index) => this.#headOf[index]! < 0);
      const restHead = head.filter((index) => this.#baseOf[index]! < 0);
      if (restBase.length !== restHead.length) continue;
      inOrder(restBase, this.base).forEach((from, index) => {
        const to = inOrder(restHead, this.head)[index]!;
        if (isAnonymous && this.#similarity(from, to, 1) < minAnonymousSimilarity) return;
        this.#pair(from, to);
      });
    }
  }

  #byText(): void {
    const isLeft = (functions: readonly CodeFunction[], partner: Int32Array) =>
      [...functions.keys()].filter(
        (index) => partner[index]! < 0 && (functions[index]!.text?.tokens.length ?? 0) >= minTokens,
      );
    const base = isLeft(this.base, this.#headOf);
    const head = isLeft(this.head, this.#baseOf);
    this.#pairBest(this.#candidates(base, head, minSimilarity));
  }

  /** Pairs with equal texts, or else similar ones among those that share most rare shingles. */
  #candidates(base: readonly number[], head: readonly number[], least: number): Candidate[] {
    const byText = listsBy(head, (index) => [this.#textOf(this.head[index]!)]);
    const byShingle = listsBy(head, (index) => this.#shinglesOf(this.head[index]!));
    const found: Candidate[] = [];
    for (const from of base) {
      const fn = this.base[from]!;
      const equal = fn.text ? byText.get(this.#textOf(fn)) : undefined;
      if (equal) {
        const nearest = [...equal].sort(
          (a, b) => this.#distance(from, a) - this.#distance(from, b),
        );
        // If many are equal, each has to find one that is not taken.
        for (const to of nearest.slice(0, maxEqual)) found.push({ base: from, head: to, value: 1 });
        continue;
      }
      const common = new Map<number, number>();
      for (const shingle of this.#shinglesOf(fn)) {
        const holders = byShingle.get(shingle) ?? [];
        if (holders.length > maxHolders) continue;
        for (const to of holders) common.set(to, (common.get(to) ?? 0) + 1);
      }
      const best = [...common].sort((a, b) => b[1] - a[1]).slice(0, maxCompared);
      for (const [to] of best) {
        const value = this.#similarity(from, to, 0);
        if (value >= least) found.push({ base: from, head: to, value });
      }
    }
    return found;
  }

  #pairBest(candidates: Candidate[]): void {
    const distance = ({ base, head }: Candidate) => this.#distance(base, head);
    candidates.sort((a, b) => b.value - a.value || distance(a) - distance(b));
    for (const { base, head } of candidates) {
      if (this.#headOf[base]! < 0 && this.#baseOf[head]! < 0) this.#pair(base, head);
    }
  }

  /** How far apart two functions are in their files; equally similar ones are paired by it. */
  #distance(base: number, head: number): number {
    const [a, b] = [this.base[base]!, this.head[head]!];
    return Math.abs(a.line - b.line) + (a.path === b.path ? 0 : 1e9);
  }

  #pair(base: number, head: number): void {
    this.#headOf[base] = head;
    this.#baseOf[head] = base;
  }

  #similarity(base: number, head: number, unknown: number): number {
    const [a, b] = [this.base[base]!, this.head[head]!];
    if (!a.text || !b.text) return unknown;
    if (sameTokens(a.text, b.text)) return 1;
    return similarity(this.#shinglesOf(a), this.#shinglesOf(b));
  }

  #textOf(fn: CodeFunction): string {
    return fn.text?.tokens.join(' ') ?? '';
  }

  #shinglesOf(fn: CodeFunction): ReadonlySet<string> {
    let shingles = this.#shingles.get(fn);
    if (!shingles) this.#shingles.set(fn, (shingles = fn.text ? shinglesOf(fn.text) : new Set()));
    return shingles;
  }

  #describe(base: number, head: number): FunctionMatch {
    const [a, b] = [this.base[base], this.head[head]];
    if (!a || !b) return { base, head, fate: a ? 'gone' : 'new', isEdited: null };
    const isRenamed = a.name !== b.name;
    const isMoved = a.path !== b.path;
    const fate = isRenamed
      ? isMoved
        ? 'moved-and-renamed'
        : 'renamed'
      : isMoved
        ? 'moved'
        : 'same';
    return { base, head, fate, isEdited: a.text && b.text ? !sameTokens(a.text, b.text) : null };
  }
}

interface Candidate {
  base: number;
  head: number;
  value: number;
}

function listsBy(
  indexes: readonly number[],
  keysOf: (index: number) => Iterable<string>,
): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  for (const index of indexes) {
    for (const key of keysOf(index)) {
      const list = lists.get(key);
      if (list) list.push(index);
      else lists.set(key, [index]);
    }
  }
  return lists;
}

function inOrder(indexes: readonly number[], functions: readonly CodeFunction[]): number[] {
  const at = (index: number) => functions[index]!;
  return [...indexes].sort((a, b) => at(a).line - at(b).line || at(a).column - at(b).column);
}

function sameTokens(a: FunctionText, b: FunctionText): boolean {
  return a.tokens.length === b.tokens.length && a.tokens.every((each, i) => each === b.tokens[i]);
}
