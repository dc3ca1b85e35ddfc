import assert from 'node:assert/strict';
import { inOwnWindow, startServer } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** How a run that fails is told: its sentence, its buttons, the status bar, and the way to what was printed. */

const settings = {
  'hotframe.load.warmup': 1,
  'hotframe.load.connections': 10,
  'hotframe.load.duration': 2,
  'hotframe.startTimeout': 3,
};
const vscode = await startServer({ settings });
const { server } = vscode;

interface Told {
  workspace: string;
  name: string;
  sentence: RegExp;
  buttons: string[];
  output: RegExp;
}

for (const { workspace, name, sentence, buttons, output } of [
  {
    workspace: 'not-2xx',
    name: 'answers that are all errors',
    sentence: /No answer from http.* was 2xx: the first was 500 with the body “.*database/,
    buttons: ['Choose Another URL…', 'Change Options', 'Show Output'],
    output: /> node .*server\.js\s+listening on http/,
  },
  {
    workspace: 'crash-under-load',
    name: 'a server that dies under load',
    sentence:
      /ended with exit code 7 while it was under load\. It said: fatal: the cache is corrupt/,
    buttons: ['Show Output'],
    output: /fatal: the cache is corrupt/,
  },
  {
    workspace: 'never-listens',
    name: 'a server that never listens',
    sentence:
      /no port for HTTP within 3 s\..* by the setting hotframe\.startTimeout\. It said: waiting/,
    buttons: ['Show Output', 'Open Settings', 'Choose Another Command'],
    output: /waiting for the database/,
  },
] satisfies Told[]) {
  inOwnWindow(
    vscode,
    `tells ${name}, with the way to its output`,
    () => new WorkspaceCopy(workspace),
    async (window) => {
      await window.command('Hotframe: Profile Server');
      await window.choose('server.js');
      assert.match(await window.notified(sentence), sentence);
      assert.deepEqual(await window.buttons(sentence), buttons);
      await window.statusItem('Hotframe: failed').waitFor();
      assert.deepEqual(server.runProcesses(), []);
      assert.deepEqual(server.runFolders(), []);
      await window.screenshot(`failed ${workspace} dark`);

      await window.pressButton(sentence, 'Show Output');
      await window.until(
        'the output is shown',
        async () => output.test(await window.outputText()),
        () => '',
      );
      await window.screenshot(`output ${workspace} dark`);
      await window.statusItem('Hotframe: failed').click();
      await window.notified(sentence);
      if (workspace !== 'never-listens') return;
      await window.command('Hotframe: Show Log');
      await window.until('the log says how the run ended', async () =>
        /The run ended: port-never-opened/.test(await window.outputText()),
      );
      await window.screenshot('log dark');
    },
  );
}
