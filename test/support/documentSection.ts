import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { updateVariable } from '../runner/testFiles.ts';

const folder = resolve(import.meta.dirname, '../../docs');

/**
 * Holds a table of a file in docs/ to what it is generated from. The section stands between
 * `<!-- NAME: … -->` and `<!-- /NAME -->`; `npm run update:docs` writes it instead.
 */
export function checkDocumentSection(name: string, table: string): void {
  const files = readdirSync(folder).map((each) => join(folder, each));
  const file = files.find((each) => readFileSync(each, 'utf8').includes(`<!-- /${name} -->`));
  assert.ok(file !== undefined, `a file in docs/ needs the marks of the section ${name}`);
  const text = readFileSync(file, 'utf8');
  const section = new RegExp(`(<!-- ${name}: [^>]*-->)([^]*?)(<!-- /${name} -->)`);
  const [, , given] = section.exec(text) ?? [];
  assert.ok(given !== undefined, `${file} needs the marks of the section ${name}`);
  const wanted = `\n\n${table}\n\n`;
  if (process.env[updateVariable]) {
    const updated = text.replace(section, (_all, begin: string, _old, end: string) =>
      [begin, wanted, end].join(''),
    );
    writeFileSync(file, updated);
    return;
  }
  // Prettier pads the columns.
  assert.equal(unpadded(given), unpadded(wanted), 'mend it with: npm run update:docs');
}

function unpadded(table: string): string {
  return table.replace(/ +/g, ' ').replace(/-+/g, '-').trim();
}
