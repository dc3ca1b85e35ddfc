import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { type AnswerOf, methodOf, type RequestOf } from '../../src/shared/lspWire.ts';
import { comparedShop } from '../support/comparedRuns.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { sideInTurn } from '../support/sideInTurn.ts';
import { withClient } from './serverClient.ts';

const folder = mkdtempSync(join(tmpdir(), 'hotframe-compared-'));
after(() => rmSync(folder, { recursive: true }));

test('finds the lines of both states of a comparison in the text as it is now', () =>
  withClient(async (client) => {
    const { runs } = comparedShop(1);
    const [base, head] = (['base', 'head'] as const).map((side) => {
      const path = join(folder, `${side}.cpuprofile`);
      const { profile, report } = runs.find((each) => each.side === side)!.read();
      writeFileSync(path, saveRun(profile, report));
      return { path, text: profile.sources.get('/app/main.js')!.split('\n') };
    });
    await client.initialize();
    const question: RequestOf<'compare'> = { base: [base!.path], head: [head!.path] };
    assert.equal((await client.compare(question)).problem, null);

    const uri = 'file:///app/main.js';
    await client.openDocument(uri, `// one\n// two\n${head!.text.join('\n')}`);
    const now = async (side: 'base' | 'head', text: string): Promise<number> => {
      const line = { base: base!, head: head! }[side].text.indexOf(text) + 1;
      const asked: RequestOf<'currentLine'> = { uri, line, side };
      return (
        await client.connection.sendRequest<AnswerOf<'currentLine'>>(methodOf('currentLine'), asked)
      ).line;
    };
    const common = '  for (const line of order) sum += line.price;';
    const lineOf = (text: string) => head!.text.indexOf(text) + 3;
    assert.notEqual(base!.text.indexOf(common), head!.text.indexOf(common));
    assert.equal(await now('head', common), lineOf(common));
    assert.equal(await now('base', common), lineOf(common));
    // What is gone has the place of what is before it.
    const before = '  return order.net * 1.2;';
    const gone = await now('base', '  return order.total.toFixed(2);');
    assert.ok(gone >= lineOf(before) && gone < lineOf(common), `${gone}`);
  }));

/** Each request works in both files in the first state, and in the first file alone in the second. */
const texts = {
  '/app/main.js': 'function handle() {\n  answer(format());\n}',
  '/app/format.js': 'function format() {\n  return sortedAgain();\n}',
};
const pairs = 5;

type Stack = [count: number, ...cells: string[]];

function savedRun(side: 'base' | 'head', order: number): string {
  const path = join(folder, `formats-${side}-${order}.cpuprofile`);
  const kept: Stack = [300 + (order % 3), 'handle:2'];
  const gone: Stack = [200, 'handle:2', 'format:2/format.js'];
  const profile = profileFromStacks(side === 'base' ? [kept, gone] : [kept]);
  for (const fn of profile.functions) fn.line = 1;
  for (const [file, text] of Object.entries(texts)) profile.sources.set(file, text);
  const report = reportOf(profile);
  const cpuMicros = profile.samples.node.length * 0.5;
  report.sampling!.cpuMicrosPerRequest = cpuMicros;
  report.load!.reqPerS.mean = 1e6 / cpuMicros;
  writeFileSync(path, saveRun(profile, report));
  utimesSync(path, order, order);
  return path;
}

test('tells the difference on a line of a file in which the new state takes no time', () =>
  withClient(async (client) => {
    await client.initialize();
    const question: RequestOf<'compare'> = { base: [], head: [] };
    for (let order = 0; order < 2 * pairs; order++) {
      const side = sideInTurn(order);
      question[side].push(savedRun(side, order));
    }
    assert.equal((await client.compare(question)).problem, null);
    const uri = 'file:///app/format.js';
    await client.openDocument(uri, `// moved\n${texts['/app/format.js']}`);
    const lines = await client.lines(uri);
    assert.deepEqual(
      lines.map(({ line, note }) => [line, note]),
      [[3, '▼ 39.9']],
    );
  }));
