import assert from 'node:assert/strict';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

  /** Puts another text where one stands in a file of the copy, as String.replace does. */
  replace(file: string, text: string, by: string): void {
    const path = join(this.path, file);
    const before = readFileSync(path, 'utf8');
    assert.ok(before.includes(text), `${text} is in ${file}`);
    writeFileSync(path, before.replace(text, by));
  }

  [Symbol.dispose](): void {
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

/**
 * A copy of the bundled example in which V8 deoptimizes one function again and again, on a busy machine
 * too: it walks over five times as many invoices, and V8 compiles where a function is called. Beside
 * other threads, V8 may also compile the function's loop for a call that is under way. While it keeps
 * that code it does not optimize the function again, for seconds at times, and the run has no marker.
 */
export function exampleWithManyInvoices(): WorkspaceCopy {
  const example = new WorkspaceCopy('example');
  for (const file of ['src/app.ts', 'dist/app.js']) {
    example.replace(file, 'findEarlier(invoice, 20)', 'findEarlier(invoice, 100)');
  }
  example.replace('package.json', 'node dist', 'node --no-concurrent-recompilation dist');
  return example;
}

/** What to ask it for: an invoice that has as many before it. */
export const manyInvoices = '/invoices/500';

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
