import { inspect, isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import type { CheckedAnswers } from '../../shared/benchWire.ts';
import type { CallList } from './callList.ts';
import type { LoadedFunction } from './loadFunction.ts';
import { errorText } from './measureCalls.ts';
import { kindOfResult } from './resultKind.ts';

/** More of a generator is not compared. */
const maxYielded = 10_000;
const maxShown = 3;

/** The traces that a call left behind. */
interface Answer {
  result: unknown;
  error: string | null;
  args: unknown;
  self: unknown;
}

/** Whether two functions answer alike on all calls, and change their arguments and `this` alike. */
export async function checkAnswers(
  [base, head]: readonly [LoadedFunction, LoadedFunction],
  list: CallList,
): Promise<CheckedAnswers> {
  const [first, again] = [await answers(base, list), await answers(base, list)];
  const other = await answers(head, list);
  const isUnsteady = first.some((each, index) => differenceOf(each, again[index]!) !== null);
  const differences = first.flatMap((each, index) => {
    const difference = differenceOf(each, other[index]!);
    return difference === null ? [] : [`call ${index + 1}: ${difference}`];
  });
  if (isUnsteady && first.some((each) => !canBeCopied(each))) {
    return { calls: first.length, isUnsteady, holdsFunctions: true, differing: 0, differences: [] };
  }
  return {
    calls: first.length,
    isUnsteady,
    holdsFunctions: false,
    differing: differences.length,
    differences: differences.slice(0, maxShown),
  };
}

function canBeCopied({ result, args, self }: Answer): boolean {
  try {
    serialize([result, args, self]);
    return true;
  } catch {
    return false;
  }
}

async function answers(of: LoadedFunction, list: CallList): Promise<Answer[]> {
  const made: Answer[] = [];
  for (const { f, self, args } of list.fresh(of)) {
    let result: unknown;
    let error: string | null = null;
    try {
      const returned: unknown = list.isNew
        ? Reflect.construct(f, args)
        : Reflect.apply(f, self, args);
      result = await finished(returned);
    } catch (thrown) {
      error = errorText(thrown);
    }
    made.push({ result, error, args, self: stateOf(self, of) });
  }
  return made;
}

/** What a call can change of `this`, without the functions that the module has made. */
function stateOf(self: unknown, { owner }: LoadedFunction): unknown {
  if (owner === null) return self;
  if (self === owner) return undefined;
  const own = Object.entries(self ?? {});
  return Object.fromEntries(own.filter(([, value]) => typeof value !== 'function'));
}

async function finished(returned: unknown): Promise<unknown> {
  const kind = kindOfResult(returned);
  if (kind === 'function') return returned;
  if (kind === 'async') return await returned;
  const yielded: unknown[] = [];
  for await (const each of returned as AsyncIterable<unknown>) {
    yielded.push(each);
    if (yielded.length === maxYielded) break;
  }
  return yielded;
}

function differenceOf(base: Answer, head: Answer): string | null {
  if (base.error !== head.error) {
    const text = (error: string | null) => (error === null ? 'throws nothing' : `throws ${error}`);
    return `${text(base.error)}, and the other ${text(head.error)}`;
  }
  const parts = [
    ['returns', base.result, head.result],
    ['leaves its arguments as', base.args, head.args],
    ['leaves `this` as', base.self, head.self],
  ] as const;
  for (const [what, a, b] of parts) {
    if (!isAlike(a, b)) return `${what} ${shown(a)}, and the other ${shown(b)}`;
  }
  return null;
}

/** Two versions of a module have two classes of the same name, so copies without them are compared too. */
function isAlike(a: unknown, b: unknown): boolean {
  if (isDeepStrictEqual(a, b)) return true;
  try {
    return className(a) === className(b) && isDeepStrictEqual(copyOf(a), copyOf(b));
  } catch {
    // A value that can't be copied is alike only if it is the same value.
    return false;
  }
}

function copyOf(value: unknown): unknown {
  return deserialize(serialize(value));
}

function className(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? (value.constructor?.name ?? '')
    : typeof value;
}

function shown(value: unknown): string {
  const text = inspect(value, { depth: 3, breakLength: Infinity, maxArrayLength: 5 });
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
