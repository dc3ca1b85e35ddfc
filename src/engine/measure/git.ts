import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { artifactPath } from '../artifacts.ts';
import { findExecutable } from '../processes/executablePath.ts';
import { withoutRepository } from './codeState.ts';

/** What git said against it, in one line. */
export class GitError extends Error {}

const maxBytes = 256 * 1024 * 1024;

/**
 * git in one folder. It asks nothing, runs no hook of the user, and takes no lock that it could do
 * without.
 */
export class Git {
  private constructor(
    readonly file: string,
    readonly folder: string,
  ) {}

  /** Null where git is not installed. */
  static in(folder: string, env: NodeJS.ProcessEnv = process.env): Git | null {
    // By its path: Windows would take a git.exe of the folder first.
    const file = findExecutable('git', folder, env);
    return file === null ? null : new Git(file, folder);
  }

  at(folder: string): Git {
    return new Git(this.file, folder);
  }

  /** What it prints; throws {@link GitError}. */
  async run(
    words: readonly string[],
    { indexFile, signal }: { indexFile?: string; signal?: AbortSignal } = {},
  ): Promise<string> {
    return new Promise((done, failed) => {
      execFile(
        this.file,
        [...gitOptions, ...words],
        {
          cwd: this.folder,
          env: {
            ...withoutRepository(process.env),
            GIT_OPTIONAL_LOCKS: '0',
            GIT_TERMINAL_PROMPT: '0',
            ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
          },
          maxBuffer: maxBytes,
          windowsHide: true,
          ...(signal ? { signal } : {}),
        },
        (error, stdout, stderr) => {
          if (error) failed(new GitError(lastLine(stderr) || error.message));
          else done(stdout);
        },
      );
    });
  }

  /** The output cut at its NUL characters. */
  async list(words: readonly string[], options?: { indexFile?: string }): Promise<string[]> {
    return (await this.run(words, options)).split('\0').filter((each) => each !== '');
  }

  /** Whether it ends without an error. */
  async holds(words: readonly string[]): Promise<boolean> {
    return this.run(words).then(
      () => true,
      () => false,
    );
  }
}

/** A folder that is not there, in one that nobody else may write to: on Windows anybody may make C:\dev\null. */
const noHooks =
  process.platform === 'win32' ? join(dirname(artifactPath('guard.cjs')), 'no-hooks') : devNull;

const gitOptions = [
  ...['-c', `core.hooksPath=${noHooks}`],
  // A copy lies deeper than the user's, and Windows has a limit of 260 characters else.
  ...['-c', 'core.longPaths=true'],
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.quotePath=false'],
  ...['-c', 'gc.auto=0'],
  ...['-c', 'submodule.recurse=false'],
];

function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const told = lines.find((line) => /^(?:fatal|error): /.test(line));
  return (told ?? lines.filter(Boolean).at(-1) ?? '').replace(/^(?:fatal|error): /, '');
}
