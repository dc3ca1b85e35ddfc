import nodeModule from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSamePath } from '../../shared/filePaths.ts';
import { changedText, type ChangedText, type TextJob } from './moduleText.ts';

/**
 * Changes modules as this process loads them: CommonJS at `Module.prototype._compile`, which gets the
 * text that Node.js or a loader such as tsx has made of TypeScript, and ES modules by hooks of the
 * loader. Before Node.js 22.15 those run in a thread of their own, as src/engine/benchLoader.ts.
 */
declare const __filename: string;

interface Compiling {
  _compile(text: string, file: string, ...rest: unknown[]): unknown;
}

interface Loaded {
  format?: string;
  source?: string | ArrayBuffer | NodeJS.TypedArray | null;
}

interface Hooks {
  load(url: string, context: object, next: (url: string, context: object) => Loaded): Loaded;
}

type Adder = (...given: never[]) => unknown;

/** Parts of `node:module` that are younger than the types that are used here. */
interface YoungModule {
  registerHooks?(this: void, hooks: Hooks): void;
  register?(this: void, file: string, options: { parentURL: string; data: TextJob }): void;
  stripTypeScriptTypes?(text: string): string;
}

/** The functions that are looked for, as far as a module has them. */
export type FoundFunctions = Pick<ChangedText, 'found' | 'second'>;

/**
 * Changes what is loaded from now on; ES modules until the process ends.
 *
 * @param onFound is told of the functions of a CommonJS module; an ES module tells by a global function
 * @param onProblem is told why a module with the function stays as it is
 */
export function hookModules(
  todo: TextJob,
  onFound: (change: FoundFunctions) => void,
  onProblem: (problem: string) => void,
): { endCommonJs(): void } {
  const changed = (file: string, text: string, isModule: boolean): string => {
    try {
      const change = changedText(todo, file, text, isModule);
      if (change && !isModule) onFound(change);
      return change?.text ?? text;
    } catch (error) {
      // A text that is no JavaScript yet comes again when a loader has made it so.
      if (!(error instanceof SyntaxError)) onProblem((error as Error).message);
      return text;
    }
  };
  const { prototype } = nodeModule as unknown as { prototype: Compiling };
  const compile = prototype._compile;
  prototype._compile = function (this: Compiling, text, file, ...rest) {
    const isModule = rest[0] === 'module' || (rest[0] === undefined && file.endsWith('.mjs'));
    return Reflect.apply(compile, this, [changed(file, text, isModule), file, ...rest]);
  };
  const replaced = (file: string) => textOf(todo, file);
  const young = nodeModule as unknown as YoungModule;
  const { registerHooks, register } = young;
  const add = () => {
    if (registerHooks) {
      registerHooks({
        load: (url, context, next) => {
          const loaded = next(url, context);
          return isOfJob(todo, url) ? changedLoad(loaded, url, changed, replaced) : loaded;
        },
      });
    } else {
      const loader = resolve(dirname(__filename), 'benchLoader.cjs');
      const parentURL = pathToFileURL(__filename).href;
      register?.(pathToFileURL(loader).href, { parentURL, data: todo });
    }
  };
  add();
  // The hooks that are added last get what all others have made: a loader such as tsx adds its own later.
  const addedAgain = (adder: Adder): Adder =>
    function (this: unknown, ...given) {
      const result = Reflect.apply(adder, this, given);
      add();
      return result;
    };
  if (register) young.register = addedAgain(register as Adder);
  if (registerHooks) young.registerHooks = addedAgain(registerHooks as Adder);
  nodeModule.syncBuiltinESMExports();
  return {
    endCommonJs: () => {
      prototype._compile = compile;
      if (register) young.register = register;
      if (registerHooks) young.registerHooks = registerHooks;
    },
  };
}

/** Whether a module is one that a job is about: each version of it is loaded under a url of its own. */
export function isOfJob(todo: TextJob, url: string): boolean {
  return todo.purpose !== 'hand-out' || url.includes(`hotframe=${todo.side.load}`);
}

/** Gives what a loader has loaded, with its text changed if it is an ES module. */
export function changedLoad(
  loaded: Loaded,
  url: string,
  changed: (file: string, text: string, isModule: boolean) => string,
  textInPlaceOf: (file: string) => string | null = () => null,
): Loaded {
  const isTypeScript = loaded.format === 'module-typescript';
  const { source } = loaded;
  if ((loaded.format !== 'module' && !isTypeScript) || !url.startsWith('file:') || !source) {
    return loaded;
  }
  const { stripTypeScriptTypes } = nodeModule as unknown as YoungModule;
  if (isTypeScript && !stripTypeScriptTypes) return loaded;
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const file = fileURLToPath(url.replace(/[?#].*$/s, ''));
  const given = textInPlaceOf(file) ?? text;
  const plain = isTypeScript ? stripTypeScriptTypes!(given) : given;
  const more = changed(file, plain, true);
  return more === text ? loaded : { ...loaded, format: 'module', source: more };
}

/** The text that a job has in place of a file's; null: the file's own. */
export function textOf(todo: TextJob, file: string): string | null {
  return todo.purpose === 'hand-out' && isSamePath(todo.side.file, file) ? todo.side.text : null;
}
