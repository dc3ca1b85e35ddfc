import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { deserialize } from 'node:v8';
import type { BenchJob, CallValues, RecordedCall } from '../../shared/benchWire.ts';
import type { ReadyCall } from './harness.ts';
import type { LoadedFunction } from './loadFunction.ts';
import { withMethods } from './methodsOfThis.ts';
import { withPackedArrays } from './packedArrays.ts';

/** The calls of a job, of which each can be copied as often as wanted. */
export interface CallList {
  count: number;
  isNew: boolean;
  /** A copy of its own of every call, that no other call has touched. */
  fresh(of: LoadedFunction): ReadyCall[];
  /** The values of the copies, as they are compared. */
  values(of: LoadedFunction): CallValues[];
  /** Classes whose objects are plain ones in the copies. */
  plainClasses(of: LoadedFunction): string[];
}

/** Throws an Error with a sentence if a fixture has no calls. */
export async function readCalls(job: BenchJob, loaded: LoadedFunction): Promise<CallList> {
  if (job.fixture !== null) {
    return fixtureCalls(await readFixture(job.fixture), job.fixture, loaded);
  }
  const all = deserialize(readFileSync(job.callsFile!)) as RecordedCall[];
  const isNew = all.filter((call) => call.isNew).length * 2 > all.length;
  // A function that is called both ways is measured in the way of most calls.
  const calls = all.filter((call) => call.isNew === isNew);
  const values = (of: LoadedFunction) => calls.map((call) => copyOf(call, of));
  return {
    count: calls.length,
    isNew,
    values,
    fresh: (of) => values(of).map((each) => ready(each, of)),
    plainClasses: (of) => {
      const instances = calls.flatMap((call) => call.instances);
      const plain = instances.filter(({ path, className }) => !prototypeAt(path, className, of));
      return [...new Set(plain.map(({ className }) => className))];
    },
  };
}

interface FixtureCall {
  this?: unknown;
  args?: unknown[];
}

async function readFixture(file: string): Promise<unknown> {
  const isCommonJs = extname(file) === '.cjs';
  const loaded = (
    isCommonJs ? createRequire(file)(file) : await import(/* as it is */ pathToFileURL(file).href)
  ) as { calls?: unknown; default?: { calls?: unknown } };
  return loaded.calls ?? loaded.default?.calls;
}

type MakeCalls = (exports: unknown) => unknown;

/**
 * `calls` is a function that makes a list anew, or a list of what can be copied. A function gets the
 * exports of the module, since objects with private fields must be of the class that is measured.
 */
function fixtureCalls(calls: unknown, file: string, first: LoadedFunction): CallList {
  const madeFor = ({ exports }: LoadedFunction) => (calls as MakeCalls)(exports);
  const list: unknown = typeof calls === 'function' ? madeFor(first) : calls;
  if (!Array.isArray(list) || list.length === 0) {
    throw new Error(
      `${file} must export calls: a list of { this, args }, or a function that returns one.`,
    );
  }
  if (list === calls && !isPlain(list)) {
    throw new Error(
      `The calls of ${file} hold functions or objects of classes, which can't be copied: export calls as a function that makes the list anew.`,
    );
  }
  const make = (of: LoadedFunction): unknown =>
    typeof calls === 'function' ? madeFor(of) : withPackedArrays(structuredClone(calls));
  const values = (of: LoadedFunction): CallValues[] =>
    (make(of) as FixtureCall[]).map((call) => ({
      self: call.this,
      args: call.args ?? [],
      captured: null,
    }));
  return {
    count: list.length,
    isNew: false,
    values,
    fresh: (of) => values(of).map((each) => ready(each, of)),
    plainClasses: () => [],
  };
}

/** Whether a copy is the same in all that a function can see, the classes of objects included. */
function isPlain(list: unknown[]): boolean {
  try {
    return isDeepStrictEqual(structuredClone(list), list);
  } catch {
    return false;
  }
}

function ready(values: CallValues, of: LoadedFunction): ReadyCall {
  return {
    f: of.functionFor(values),
    self: values.self ?? of.owner ?? undefined,
    args: values.args,
  };
}

function copyOf({ bytes, instances, methods }: RecordedCall, of: LoadedFunction): CallValues {
  const values = withPackedArrays(deserialize(bytes) as CallValues);
  if (methods.length > 0) values.self = withMethods(values.self as object, methods, of.owner);
  for (const { path, className } of instances) {
    const prototype = prototypeAt(path, className, of);
    const object = path.reduce<unknown>(
      (inside, key) => (inside as Record<string, unknown> | undefined)?.[key],
      values,
    );
    if (prototype && typeof object === 'object' && object !== null) {
      Object.setPrototypeOf(object, prototype);
    }
  }
  return values;
}

function prototypeAt(path: string[], className: string, of: LoadedFunction): object | null {
  const known = of.classOf(className);
  return known ?? (path.length === 1 && path[0] === 'self' ? of.home : null);
}
