import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Server } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { BenchSide, CallValues } from '../../shared/benchWire.ts';
import { isSamePath } from '../../shared/filePaths.ts';
import { classesCall, handOutCall, problemCall } from './benchCalls.ts';
import { hookModules } from './moduleHooks.ts';

type Called = (...args: unknown[]) => unknown;

/** A function out of its module. */
export interface LoadedFunction {
  /** The function for one call; one that takes values from around it is made of those of the call. */
  functionFor(values: CallValues): Called;
  /** The prototype of the class whose method it is; null for others. */
  home: object | null;
  /** The class of a static method, or the object literal with the method; null for others. */
  owner: object | null;
  /** Classes of the module by name, for objects that were copied. */
  classOf(name: string): object | null;
  /** The exports of the module. */
  exports: unknown;
}

type Way = 'function' | 'maker' | 'object' | 'class' | 'static';

interface HandedOut {
  way: Way;
  made: unknown;
  key: string;
  kind: string;
}

/** Loads the module of a function without letting it listen. Throws an Error with a sentence. */
export async function loadFunction(side: BenchSide): Promise<LoadedFunction> {
  const handedOut: HandedOut[] = [];
  let classes: Record<string, () => unknown> = {};
  const globals = globalThis as unknown as Record<string, unknown>;
  globals[handOutCall] = (way: Way, made: unknown, key = '', kind = '') => {
    handedOut.push({ way, made, key, kind });
    return made;
  };
  globals[classesCall] = (names: typeof classes) => (classes = names);
  let problem: string | null = null;
  const tell = (text: string) => (problem ??= text);
  globals[problemCall] = tell;
  const hooks = hookModules({ purpose: 'hand-out', side }, () => {}, tell);
  neverListen();
  const exports = await load(side).finally(() => hooks.endCommonJs());
  if (problem !== null) throw new Error(problem);
  const last = handedOut.at(-1);
  if (!last) {
    throw new Error(
      `Loading ${side.file} alone does not make the function ${side.path}: other code of the server makes it, or it is in a field of objects that others make. Make it a method or a function of the module, or measure the server before and after the change.`,
    );
  }
  return { ...handed(last), exports, classOf: (name) => classNamed(classes, name) };
}

async function load({ file, isModule, text, load: version }: BenchSide): Promise<unknown> {
  if (isModule) {
    const url = `${pathToFileURL(file).href}?hotframe=${version}`;
    return (await import(/* as it is */ url)) as unknown;
  }
  const require = createRequire(file);
  delete require.cache[file];
  if (text === null) return require(file) as unknown;
  const read = fs.readFileSync;
  fs.readFileSync = ((path: fs.PathOrFileDescriptor, ...rest: [never]) => {
    if (typeof path !== 'string' || !isSamePath(path, file)) return read(path, ...rest);
    return rest[0] === undefined ? Buffer.from(text) : text;
  }) as typeof fs.readFileSync;
  try {
    return require(file) as unknown;
  } finally {
    fs.readFileSync = read;
    delete require.cache[file];
  }
}

/** A module that starts the server as it is loaded must not take its port. */
function neverListen(): void {
  Server.prototype.listen = function (this: Server) {
    return this;
  } as typeof Server.prototype.listen;
}

type Handed = Pick<LoadedFunction, 'functionFor' | 'home' | 'owner'>;

function handed({ way, made, key, kind }: HandedOut): Handed {
  const none = { home: null, owner: null };
  if (way === 'maker') {
    const make = made as (this: unknown, around: object) => Called;
    return {
      functionFor: ({ captured }) => make.call(captured?.['this'], captured ?? {}),
      ...none,
    };
  }
  if (way === 'function') return { functionFor: () => made as Called, ...none };
  const holder = (way === 'class' ? (made as { prototype: object }).prototype : made) as object;
  if (kind === 'constructor') return { functionFor: () => made as Called, ...none };
  const descriptor = Object.getOwnPropertyDescriptor(holder, key);
  const called = (
    kind === 'get' ? descriptor?.get : kind === 'set' ? descriptor?.set : descriptor?.value
  ) as Called | undefined;
  if (!called) throw new Error(`${key} is no method after its module has been loaded.`);
  return { functionFor: () => called, home: holder, owner: way === 'class' ? null : holder };
}

function classNamed(classes: Record<string, () => unknown>, name: string): object | null {
  try {
    const known = classes[name]?.();
    return typeof known === 'function'
      ? ((known as { prototype?: object }).prototype ?? null)
      : null;
  } catch {
    // It has no value, or the name is of something else.
    return null;
  }
}
