import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { updateVariable } from '../runner/testFiles.ts';
import { reportText } from '../support/reportText.ts';
import { corpusFolder, corpusProfile } from '../support/v8Corpus.ts';

/**
 * Each real log of the corpus gives the report that is written beside it. Where a change of the
 * report is meant, `npm run update:reports` writes the texts anew.
 */
const logs = readdirSync(corpusFolder).filter((name) => /\.log(?:\.gz)?$/.test(name));

test('there is a real log of each Node.js line', () => {
  for (const major of [18, 20, 22, 24, 26]) {
    assert.ok(logs.includes(`tiers-node${major}.log.gz`), `${major}`);
  }
});

for (const name of logs) {
  test(`the report of ${name} is as before`, async () => {
    const { profile, log, reader } = await corpusProfile(name);
    assert.equal(reader.garbageLines, 0);
    const { v8Version } = log;
    const text = `V8 ${v8Version}\n${reportText(buildReport(profile, new Set(['app'])))}`;
    const file = join(corpusFolder, name.replace(/\.log(?:\.gz)?$/, '.report.txt'));
    if (process.env[updateVariable]) writeFileSync(file, text);
    assert.ok(existsSync(file), '`npm run update:reports` writes it');
    assert.equal(text, readFileSync(file, 'utf8'));
  });
}
