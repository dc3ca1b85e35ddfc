import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { VsCodePage } from '../support/vscodePage.ts';

const root = join(import.meta.dirname, '../..');

/** A copy of a test workspace that a test may change, below node_modules as the original is. */
export class WorkspaceCopy implements Disposable {
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

/** Starts a run with the load that is asked for step by step; `launch` is what to choose where that is asked. */
export async function profileWithOptions(
  window: VsCodePage,
  { launch, path, seconds }: { launch?: string; path: string; seconds: number },
): Promise<void> {
  await window.command('Hotframe: Profile With Options…');
  if (launch !== undefined) await window.choose(launch);
  await window.choose('One request');
  await window.answer('(1/5)', path);
  await window.choose('GET');
  await window.answer('(4/5)', '10');
  await window.answer('(5/5)', String(seconds));
}
