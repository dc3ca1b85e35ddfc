import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { CodeServer } from '../support/codeServer.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { against, median, spread } from './figures.ts';
import { layOutPacked } from './packedExtension.ts';
import type { Section } from './section.ts';

const windows = 9;
const limitMs = 50;
const own = { name: 'Hotframe', command: 'Hotframe: Show Log' };
const empty = { name: 'Does Nothing', command: 'Does Nothing: Nothing' };

/**
 * What VS Code itself says of activating Hotframe (its code is loaded and `activate` has returned), and
 * of an extension that does nothing, in the same windows: by a command in a window at rest, where
 * nothing else is to do, and by opening a JavaScript file, which activates a dozen extensions at once.
 */
export async function benchActivation(browser: Browser, folder: string): Promise<Section[]> {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'server.js'), 'export const port = 3000;\n');
  await using server = await CodeServer.start({
    layOut: (extensions) => {
      layOutPacked(extensions);
      layOutEmpty(extensions);
    },
  });
  const rest = { own: [] as number[], empty: [] as number[] };
  const file = { own: [] as number[], empty: [] as number[] };
  // The first windows fill the caches of the disk.
  for (let round = -1; round < windows; round++) {
    for (const into of [rest, file]) {
      await using window = await VsCodePage.open(browser, server, workspace);
      if (into === rest) {
        await window.atRest();
        // In turn: the first is with what VS Code does for any command.
        const both = round % 2 === 0 ? [own, empty] : [empty, own];
        for (const { command } of both) {
          await window.command(command);
          // The log takes the keyboard a moment later, which closes a list.
          await window.atRest();
        }
      } else {
        await window.openFile('server.js');
      }
      const times = await activationTimes(window, [own.name, empty.name]);
      if (round < 0) continue;
      into.own.push(times.get(own.name)!);
      into.empty.push(times.get(empty.name)!);
    }
  }
  return [
    {
      title: `activation (median of ${windows} windows, range)`,
      figures: [
        ['by a command, at rest', against(rest.own, limitMs, 0)],
        ['  an empty extension', `${spread(rest.empty)} ms`],
        ['by a JavaScript file', `${spread(file.own)} ms`],
        ['  an empty extension', `${spread(file.empty)} ms`],
        ['  Hotframe is', `${(median(file.own) - median(file.empty)).toFixed(0)} ms more`],
      ],
      headlines: [
        {
          what: 'activation by a command',
          own: `${spread(rest.own)} ms`,
          others: `an extension that does nothing ${spread(rest.empty)} ms`,
          wanted: `${limitMs} ms`,
        },
      ],
    },
  ];
}

function layOutEmpty(extensions: string): void {
  const folder = join(extensions, 'hotframe.does-nothing-1.0.0');
  mkdirSync(folder);
  const manifest = {
    name: 'does-nothing',
    displayName: 'Does Nothing',
    publisher: 'hotframe',
    version: '1.0.0',
    engines: { vscode: '^1.95.0' },
    main: './main.cjs',
    activationEvents: ['onLanguage:javascript'],
    contributes: {
      commands: [{ command: 'nothing.nothing', title: 'Nothing', category: 'Does Nothing' }],
    },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'main.cjs'),
    `exports.activate = () => require('vscode').commands.registerCommand('nothing.nothing', () => {});\n`,
  );
}

/** Milliseconds by extension, from the editor “Running Extensions”. */
async function activationTimes(
  window: VsCodePage,
  names: readonly string[],
): Promise<Map<string, number>> {
  await window.command('Developer: Show Running Extensions');
  const rows = window.page.locator('.runtime-extensions-editor .monaco-list-row');
  const times = new Map<string, number>();
  await window.until(
    `the times of ${names.join(' and ')} are shown`,
    async () => {
      const texts = await rows.evaluateAll((all) => all.map((row) => row.textContent));
      for (const name of names) {
        const text = texts.find((each) => each.includes(name)) ?? '';
        const ms = /Activation: (\d+)ms/.exec(text)?.[1];
        if (ms !== undefined) times.set(name, Number(ms));
      }
      if (times.size === names.length) return true;
      // Slowest first, and only the rows in sight are in the document.
      await window.page.locator('.runtime-extensions-editor').hover();
      await window.page.mouse.wheel(0, 200);
      return false;
    },
    () => `shown: ${[...times.keys()].join()}`,
  );
  return times;
}
