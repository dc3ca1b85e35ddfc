import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A folder that a test may write to, and that is gone when it is disposed. */
export interface TestWorkspace extends Disposable {
  readonly path: string;
}

/** A copy of a test workspace, below node_modules as the original is. */
export class WorkspaceCopy implements TestWorkspace {
  readonly path: string;
  readonly #scratch: string;

  constructor(workspace: string) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    this.#scratch = mkdtempSync(join(root, '.cache/vscode-'));
    this.path = join(this.#scratch, workspace);
    cpSync(join(root, 'test/workspaces', workspace), this.path, { recursive: true });
  }

  [Symbol.dispose](): void {
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

/** A folder of the files that are given, by their paths in it. */
export class ScratchWorkspace implements TestWorkspace {
  readonly path = mkdtempSync(join(realpathSync(tmpdir()), 'vscode-test-'));

  constructor(files: Record<string, string> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
