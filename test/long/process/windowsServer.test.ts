import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { windowsProgram } from '../../support/windowsProgram.ts';
import { windowsLines, windowsOr, windowsPath, type WindowsRun } from '../../support/wine.ts';

/** The language server and what it starts, by an editor that is a program of Windows: windowsEditor.ts. */

/** Path of a git.exe for 64 bits, which no package brings. */
const git = process.env['HOTFRAME_WINDOWS_GIT'];

const parts = {
  run: 'profiles over stdio, keeps a run that another program has open, exports and opens it',
  ipc: 'serves over IPC and ends with its editor',
  attach: 'attaches to a process by its inspector',
  launches: 'measures two launches, and says where there is no git',
  git: 'measures the working tree against HEAD, with links, a build and no hook',
};

for (const line of windowsLines()) {
  // Each waits most of the time.
  test(`the language server on Windows, Node ${line}`, { concurrency: 2 }, async (t) => {
    const windows = await windowsOr(t, line);
    if (!windows) return;
    const editor = await windowsProgram(join(import.meta.dirname, 'windowsEditor.ts'));
    const tests = Object.entries(parts).map(([part, sentence]) =>
      t.test(sentence, async (t) => {
        const run = (env = {}) => windows.run([editor, part], { env });
        if (part !== 'git') return wentWell(run());
        if (!git) {
          t.skip('It takes a git.exe, whose path HOTFRAME_WINDOWS_GIT names.');
          return;
        }
        // git does not find the name of a folder that lies within those of Wine.
        const temporary = mkdtempSync(join(realpathSync(tmpdir()), 'hotframe-git-'));
        t.after(() => rmSync(temporary, { recursive: true, force: true }));
        const folders = [dirname(windows.node), dirname(git)];
        await wentWell(
          run({
            WINEPATH: folders.map(windowsPath).join(';'),
            HOTFRAME_TEST_TEMP: windowsPath(temporary),
          }),
        );
      }),
    );
    await Promise.all(tests);
  });
}

async function wentWell(run: WindowsRun): Promise<void> {
  assert.equal(await run.exit(), 0, run.stderr + run.stdout);
  assert.equal(await run.left(), '');
}
