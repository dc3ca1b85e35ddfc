import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { artifactPath } from '../programs/artifacts.ts';
import { findExecutable } from '../processes/executablePath.ts';
import { runToEnd } from '../processes/runToEnd.ts';
import { withoutRepository } from './codeState.ts';

/** Git's error message, in one line. */
export class GitError extends Error {}

const maxBytes = 256 * 1024 * 1024;

/** Runs git in one folder, without prompts, the user's hooks, or optional locks. */
export class Git {
  private constructor(
    readonly file: string,
    readonly folder: string,
  ) {}

  static in(folder: string, env: NodeJS.ProcessEnv = process.env): Git | null {
    // Resolved first, because Windows would prefer a git.exe in the folder.
    const file = findExecutable('git', folder, env);
    return file === null ? null : new Git(file, folder);
  }

  at(folder: string): Git {
    return new Git(this.file, folder);
  }

  /** Gives what git prints; throws {@link GitError}. */
  async run(
    words: readonly string[],
    { indexFile, signal }: { indexFile?: string; signal?: AbortSignal } = {},
  ): Promise<string> {
    const { error, stdout, stderr } = await runToEnd(this.file, [...gitOptions, ...words], {
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
    });
    if (error) throw new GitError(lastLine(stderr) || error.message);
    return stdout;
  }

  /** The output split at NUL characters. */
  async list(words: readonly string[], options?: { indexFile?: string }): Promise<string[]> {
    return (await this.run(words, options)).split('\0').filter((each) => each !== '');
  }

  /** Whether the command succeeds. */
  async holds(words: readonly string[]): Promise<boolean> {
    return this.run(words).then(
      () => true,
      () => false,
    );
  }
}

/** A path that does not exist and that nobody else can create: on Windows anybody may make C:\dev\null. */
const noHooks =
  process.platform === 'win32' ? join(dirname(artifactPath('guard.cjs')), 'no-hooks') : devNull;

const gitOptions = [
  ...['-c', `core.hooksPath=${noHooks}`],
  // A copy has longer paths than the user's tree, and Windows otherwise limits them to 260
  // characters.
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
