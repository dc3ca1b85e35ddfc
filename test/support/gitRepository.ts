import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real repository in a temporary folder, for one test. */
export class GitRepository {
  readonly folder: string;

  constructor(files: Record<string, string> = {}) {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'repository-')));
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.write(files);
    if (Object.keys(files).length > 0) this.commit('first');
  }

  git(...words: string[]): string {
    const own = ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false'];
    const options = { cwd: this.folder, encoding: 'utf8' } as const;
    return execFileSync(
      'git',
      [...own, '-c', 'protocol.file.allow=always', ...words],
      options,
    ).trim();
  }

  write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  commit(message: string): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** All that must be the same before and after; reading it changes nothing. */
  state(): object {
    const path = (name: string) => join(this.folder, '.git', name);
    const index = existsSync(path('index')) ? readFileSync(path('index')).toString('base64') : null;
    const quiet = ['--no-optional-locks'];
    return {
      index,
      head: readFileSync(path('HEAD'), 'utf8'),
      config: readFileSync(path('config'), 'utf8'),
      refs: this.git('for-each-ref'),
      reflog: this.git('reflog', 'show', '--all'),
      stash: this.git('stash', 'list'),
      worktrees: this.git('worktree', 'list'),
      status: this.git(...quiet, 'status', '--porcelain', '--ignored', '--untracked-files=all'),
      entries: existsSync(path('worktrees')),
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
