import { shareBrowser } from '../support/browser.ts';
import { CodeServer } from '../support/codeServer.ts';
import { runTogether } from './runTestFile.ts';
import type { TestFile } from './testFiles.ts';

/** The process of an EditorLane: test files are sent to it, and their results are sent back. */

const ends: (() => Promise<void>)[] = [];
const started = start();

process.on('message', (files: TestFile[]) => {
  void started.then(() => runTogether(files)).then((results) => process.send?.(results));
});

process.on('disconnect', () => {
  void started
    .then(async () => {
      for (const end of ends.reverse()) await end();
    })
    // What does not end by itself must not keep the runner waiting.
    .finally(() => process.exit());
});

async function start(): Promise<void> {
  try {
    const browser = await shareBrowser();
    ends.push(browser.close);
    Object.assign(process.env, browser.environment);
    if (!process.argv.includes('editor')) return;
    const editor = await CodeServer.forSharing();
    ends.push(() => editor.stop());
    Object.assign(process.env, editor.environment);
  } catch (error) {
    // The tests meet the same, and each says so.
    console.error(error instanceof Error ? error.message : error);
  }
}
