import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { defaultWords, runOptionGroups } from '../../src/cli/program.ts';

const readmeFile = resolve(import.meta.dirname, '../../README.md');
const begin = '<!-- options: written by test/unit/cliReadme.test.ts -->';
const end = '<!-- /options -->';

test("README's option table is the command line's own", () => {
  const readme = readFileSync(readmeFile, 'utf8');
  const from = readme.indexOf(begin) + begin.length;
  const to = readme.indexOf(end);
  assert.ok(from >= begin.length && to >= from, `README.md needs ${begin} and ${end}`);
  const wanted = `\n\n${optionTable()}\n\n`;
  if (process.env['UPDATE_README']) {
    writeFileSync(readmeFile, readme.slice(0, from) + wanted + readme.slice(to));
    return;
  }
  // Prettier pads the columns.
  assert.equal(
    unpadded(readme.slice(from, to)),
    unpadded(wanted),
    'mend it with: UPDATE_README=1 npm test -- cliReadme && npx prettier --write README.md',
  );
});

function optionTable(): string {
  const rows = runOptionGroups().flatMap(({ title, options }) => [
    `| **${title}** | | |`,
    ...options.map((option) => {
      const flags = option.flags.replaceAll('|', '\\|');
      return `| \`${flags}\` | ${option.description} | ${defaultWords(option) ?? ''} |`;
    }),
  ]);
  return ['| option | what it does | default |', '| --- | --- | --- |', ...rows].join('\n');
}

function unpadded(table: string): string {
  return table.replace(/ +/g, ' ').replace(/-+/g, '-').trim();
}
