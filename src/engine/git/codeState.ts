import type { TargetReport } from '../../shared/report.ts';
import { findExecutable } from '../processes/executablePath.ts';
import { runToEnd } from '../processes/runToEnd.ts';
import { ownProcessEnvironment } from '../programs/ownProcessEnvironment.ts';

/** The state of the code that runs, as far as git knows; empty without git. */
export type CodeState = Pick<TargetReport, 'commit' | 'branch' | 'modified'>;

/** Git may take longer in a very large working tree; then the state stays unknown. */
const deadlineMs = 3_000;
const maxBytes = 16 * 1024 * 1024;

/** Asks git without letting it write the index or start a file system monitor. */
export class CodeStateReader {
  readonly state: Promise<CodeState>;
  readonly #abort = new AbortController();

  constructor(folder: string, env: NodeJS.ProcessEnv = process.env) {
    this.state = statusOf(folder, env, this.#abort.signal).then((text) =>
      text === null ? {} : codeStateOf(text),
    );
  }

  async end(): Promise<void> {
    this.#abort.abort();
    await this.state;
  }
}

/** The output of `git status`; null if it fails. */
async function statusOf(
  folder: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | null> {
  // Resolved first, because Windows would prefer a git.exe in the folder.
  const git = findExecutable('git', folder, env);
  if (git === null) return null;
  const words = [
    ...['--no-optional-locks', '-c', 'core.fsmonitor=false'],
    ...['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=normal'],
  ];
  const { error, stdout } = await runToEnd(git, words, {
    cwd: folder,
    env: withoutRepository(env),
    signal,
    timeout: deadlineMs,
    maxBuffer: maxBytes,
    windowsHide: true,
  });
  return error ? null : stdout;
}

/** Drops the variables by which a git hook names its own repository to the programs that it starts. */
export function withoutRepository(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = new Set([
    ...['GIT_DIR', 'GIT_COMMON_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'],
    ...['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_NAMESPACE'],
  ]);
  const base = env === process.env ? ownProcessEnvironment() : env;
  return Object.fromEntries(Object.entries(base).filter(([name]) => !own.has(name)));
}

/** Parses the output of `git status --porcelain=v2 --branch -z`. */
export function codeStateOf(status: string): CodeState {
  const fields = status.split('\0');
  const header = (name: string) =>
    fields.find((field) => field.startsWith(`# ${name} `))?.slice(name.length + 3);
  const commit = header('branch.oid');
  if (commit === undefined || commit === '(initial)') return {};
  const branch = header('branch.head');
  return {
    commit,
    ...(branch === undefined || branch === '(detached)' ? {} : { branch }),
    modified: modifiedOf(changedPaths(fields)),
  };
}

/** Paths relative to the repository's root, with `/`. */
function changedPaths(fields: string[]): string[] {
  const paths: string[] = [];
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!;
    // The number of words before the path depends on the kind of entry.
    const words = { '1': 8, '2': 9, u: 10, '?': 1 }[field[0] ?? ''];
    if (words === undefined || field[1] !== ' ') continue;
    paths.push(field.split(' ').slice(words).join(' '));
    // A renamed file's former path is in a field of its own.
    if (field[0] === '2') paths.push(fields[++i] ?? '');
  }
  return paths;
}

function modifiedOf(paths: string[]): NonNullable<CodeState['modified']> {
  if (paths.length === 0) return 'no';
  return paths.every(isNoSource) ? 'other-files' : 'source-files';
}

/** Whether only people, editors, git and services read the file. A server may read any other. */
function isNoSource(path: string): boolean {
  return (
    /\.(md|markdown|adoc|rst)$/i.test(path) ||
    /(^|\/)(licen[cs]e|changelog|readme|authors|contributing)(\.txt)?$/i.test(path) ||
    /(^|\/)\.(vscode|idea|github|gitlab|husky)\//.test(path) ||
    /(^|\/)\.(gitignore|gitattributes|editorconfig|prettierignore|eslintignore)$/.test(path)
  );
}
