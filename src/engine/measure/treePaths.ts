import { realpathSync } from 'node:fs';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { isInside } from '../../analysis/source/filePath.ts';
import { isWindowsPath } from '../../shared/filePaths.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import type { RunOutcome } from '../runOutcome.ts';

/** A repository's files in the user's folder and in a copy of it, from one to the other. */
export class TreePaths {
  /** What the user's root may be called, longest first. */
  readonly #homes: string[];

  constructor(
    /** Real paths of the repository's root. */
    private readonly home: string,
    private readonly copy: string,
    /** The folder of the run, as it was named. */
    cwd: string,
  ) {
    this.#homes = [...new Set([home, namedRoot(home, cwd)])].sort((a, b) => b.length - a.length);
  }

  /** A run of the working tree as one of the copy: its folder, words and environment. */
  toCopy(options: RunOptions): RunOptions {
    const { command, cwd, env, workspaceFolders } = options;
    const map = (text: string) =>
      this.#homes.reduce((to, from) => moved(to, from, this.copy), text);
    return {
      ...options,
      // A Node.js that is kept in the repository is not a part of the code.
      command: command.map((word, index) =>
        index === 0 && /^node(?:\.exe)?$/i.test(basename(word)) ? word : map(word),
      ),
      cwd: join(this.copy, relative(this.home, realpathSync(cwd))),
      env: Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value === null ? null : map(value)]),
      ),
      workspaceFolders: workspaceFolders.map(map),
    };
  }

  /** A run of the copy as one of the user's files. */
  toHome({ report, profile, ...rest }: RunOutcome): RunOutcome {
    return {
      report: this.#deep(report),
      profile: profile && this.#profileToHome(profile),
      ...rest,
    };
  }

  textToHome(text: string): string {
    return moved(text, this.copy, this.home);
  }

  /** Files that a run of the copy ran and that are no part of it, outside node_modules: of the user's folder, and of others. */
  strays({ functions }: Profile): { home: string[]; outside: string[]; isOfCopy: boolean } {
    const files = [...new Set(functions.map(({ file }) => file))];
    const others = files.filter(
      (file) =>
        isAbsolute(file) &&
        !isInside(file, this.copy) &&
        !file.split(/[\\/]/).includes('node_modules'),
    );
    return {
      home: others.filter((file) => isInside(file, this.home)),
      outside: others.filter((file) => !isInside(file, this.home)),
      isOfCopy: files.some((file) => isInside(file, this.copy)),
    };
  }

  #profileToHome(profile: Profile): Profile {
    const map = (text: string) => this.textToHome(text);
    return {
      ...profile,
      functions: profile.functions.map((fn) => ({ ...fn, file: map(fn.file) })),
      deopts: profile.deopts.map((deopt) => ({ ...deopt, file: map(deopt.file) })),
      sources: new Map([...profile.sources].map(([file, text]) => [map(file), text])),
      ...(profile.newerSources
        ? { newerSources: new Set([...profile.newerSources].map(map)) }
        : {}),
      notes: profile.notes.map(map),
    };
  }

  /** Plain data with each text in it. */
  #deep<T>(value: T): T {
    if (typeof value === 'string') return this.textToHome(value) as T;
    if (Array.isArray(value)) return value.map((each: unknown) => this.#deep(each)) as T;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.#deep(each as unknown)]),
    ) as T;
  }
}

/** The text with every path of `from` as one of `to`, on Windows in either spelling of each. */
export function moved(text: string, from: string, to: string): string {
  if (!isWindowsPath(from)) return movedAsWritten(text, from, to);
  const slashes = (path: string) => path.replaceAll('\\', '/');
  return movedAsWritten(movedAsWritten(text, from, to), slashes(from), slashes(to));
}

function movedAsWritten(text: string, from: string, to: string): string {
  const pattern = from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const isWindows = isWindowsPath(from);
  // A drive has one more slash before it in a url.
  const before = isWindows ? /(?:^|[^\w.\-/\\]|:\/\/\/?)$/ : /(?:^|[^\w.\-/\\]|:\/\/)$/;
  return text.replace(new RegExp(pattern, isWindows ? 'gi' : 'g'), (found, at: number) => {
    const next = text[at + found.length];
    // Not `/home/me/shop-old` for `/home/me/shop`.
    const isWhole = next === undefined || !/[\w.-]/.test(next);
    const isStart = before.test(text.slice(Math.max(0, at - 4), at));
    return isWhole && isStart ? to : found;
  });
}

/** The repository's root, called as `cwd` is, which may go through links. */
function namedRoot(home: string, cwd: string): string {
  const inside = relative(home, realpathSync(cwd));
  if (inside === '') return cwd;
  return cwd.endsWith(sep + inside) ? cwd.slice(0, -inside.length - 1) : home;
}
