import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { type AnswerOf, methodOf, type RequestOf } from '../../src/shared/lspWire.ts';
import { comparedShop } from '../support/comparedRuns.ts';
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
    const answer = await client.connection.sendRequest<AnswerOf<'compare'>>(
      methodOf('compare'),
      question,
    );
    assert.equal(answer.problem, null);

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
