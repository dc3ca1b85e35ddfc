import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Connection } from 'vscode-languageserver/node';
import { codeLenses } from '../../src/server/lines/codeLenses.ts';
import { EditorFiles } from '../../src/server/lines/editorFiles.ts';
import { CurrentProfile } from '../../src/server/profile/currentProfile.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-lenses-')));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'prices.js');
const uri = pathToFileURL(file).href;
const text = `function price(order) {
  return order.total;
}
function format(order) {
  return order.id;
}
`;

async function lensesOf(now: string, hasBench: boolean): Promise<string[]> {
  const profile = profileFromStacks([
    [994, '*price:2/prices.js'],
    [6, '*format:5/prices.js'],
  ]);
  for (const each of profile.functions) {
    Object.assign(each, { file, line: each.name === 'price' ? 1 : 4, column: 1 });
  }
  profile.sources.set(file, text);
  writeFileSync(file, now);
  const connection = { sendNotification: () => Promise.resolve() } as unknown as Connection;
  const currentProfile = new CurrentProfile(connection, { tellsFolders: false, rootUri: null });
  const files = new EditorFiles(connection, currentProfile);
  await currentProfile.showRun({ profile, report: reportOf(profile) }, null, 0, [folder]);
  const extras = { compared: null, hasWhy: true, hasBench, uri };
  return codeLenses(files.find(uri)!, 0.001, extras).map(({ range, command }) => {
    const target = command?.command === 'hotframe.benchFunction' ? command.arguments : [];
    return [
      range.start.line + 1,
      command?.title,
      ...target!.map((each) => JSON.stringify(each)),
    ].join(' ');
  });
}

const benchAt = (line: number) => `${line} Benchmark ${JSON.stringify({ uri, line })}`;

test('offers a benchmark above each function with a percent or more, where the editor has it', async () => {
  const figures = ['1 99.4 % self · 99.4 % total · turbofan', '4 0.6 % self · 0.6 % total'];
  assert.deepEqual(await lensesOf(text, true), [figures[0], benchAt(1), figures[1]]);
  assert.deepEqual(await lensesOf(text, false), figures);
});

test('benchmarks a function where it is now, also after a change', async () => {
  const changed = `// above\n${text.replace('order.total', 'order.total + 1')}`;
  const [first, second] = await lensesOf(changed, true);
  assert.equal(first, '2 changed since the run · was 99.4 % self · 99.4 % total');
  assert.equal(second, benchAt(2));
});
