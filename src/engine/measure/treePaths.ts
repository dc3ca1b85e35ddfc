import { realpathSync } from 'node:fs';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { isInside } from '../../analysis/text/filePath.ts';
import { isWindowsPath } from '../../shared/filePaths.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import type { RunOutcome } from '../run/runOutcome.ts';

/** Maps paths between the user's repository and a copy of it. */
export class TreePaths {
  /** Spellings of the user's root, longest first. */
  readonly #homes: string[];

  constructor(
    /** Real paths of both roots. */
    private readonly home: string,
    private readonly copy: string,
    /** The run's folder as the person named it. */
    cwd: string,
  ) {
    this.#homes = [...new Set([home, namedRoot(home, cwd)])].sort((a, b) => b.length - a.length);
  }

  /** Turns a run of the working tree into one of the copy: its folder, words and environment. */
  toCopy(options: RunOptions): RunOptions {
    const { command, cwd, env, workspaceFolders } = options;
    const map = (text: string) =>
      this.#homes.reduce((to, from) => moved(to, from, this.copy), text);
    return {
      ...options,
      // A Node.js binary inside the repository does not belong to the code.
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

  /** Turns a run of the copy into one of the user's files. */
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

  /** Files outside of the copy and of node_modules that a run of the copy executed. */
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
      ...(profile.awaitErrors
        ? { awaitErrors: new Map([...profile.awaitErrors].map(([at, error]) => [map(at), error])) }
        : {}),
      ...(profile.requests ? { requests: this.#deep(profile.requests) } : {}),
      notes: profile.notes.map(map),
    };
  }

  /** Maps every text in plain data. */
  #deep<T>(value: T): T {
    if (typeof value === 'string') return this.textToHome(value) as T;
    if (Array.isArray(value)) return value.map((each: unknown) => this.#deep(each)) as T;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.#deep(each as unknown)]),
    ) as T;
  }
}

/** Replaces each path below `from` by one below `to`; on Windows, with either kind of slash. */
export function moved(text: string, from: string, to: string): string {
  if (!isWindowsPath(from)) return movedAsWritten(text, from, to);
  const slashes = (path: string) => path.replaceAll('\\', '/');
  return movedAsWritten(movedAsWritten(text, from, to), slashes(from), slashes(to));
}

function movedAsWritten(text: string, from: string, to: string): string {
  const pattern = from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const isWindows = isWindowsPath(from);
  // In a URL, a drive letter has one more slash before it.
  const before = isWindows ? /(?:^|[^\w.\-/\\]|:\/\/\/?)$/ : /(?:^|[^\w.\-/\\]|:\/\/)$/;
  return text.replace(new RegExp(pattern, isWindows ? 'gi' : 'g'), (found, at: number) => {
    const next = text[at + found.length];
    // `/home/me/shop` must not match in `/home/me/shop-old`.
    const isWhole = next === undefined || !/[\w.-]/.test(next);
    const isStart = before.test(text.slice(Math.max(0, at - 4), at));
    return isWhole && isStart ? to : found;
  });
}

/** The repository's root in the spelling of `cwd`, which may contain links. */
function namedRoot(home: string, cwd: string): string {
  const inside = relative(home, realpathSync(cwd));
  if (inside === '') return cwd;
  return cwd.endsWith(sep + inside) ? cwd.slice(0, -inside.length - 1) : home;
}
