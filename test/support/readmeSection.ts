import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { updateVariable } from '../runner/testFiles.ts';

const readmeFile = resolve(import.meta.dirname, '../../README.md');

/**
 * Holds a table of README.md to what it is generated from. The section stands between
 * `<!-- NAME: … -->` and `<!-- /NAME -->`; `npm run update:readme` writes it instead.
 */
export function checkReadmeSection(name: string, table: string): void {
  const readme = readFileSync(readmeFile, 'utf8');
  const section = new RegExp(`(<!-- ${name}: [^>]*-->)([^]*?)(<!-- /${name} -->)`);
  const [, , given] = section.exec(readme) ?? [];
  assert.ok(given !== undefined, `README.md needs the marks of the section ${name}`);
  const wanted = `\n\n${table}\n\n`;
  if (process.env[updateVariable]) {
    const updated = readme.replace(section, (_all, begin: string, _old, end: string) =>
      [begin, wanted, end].join(''),
    );
    writeFileSync(readmeFile, updated);
    return;
  }
  // Prettier pads the columns.
  assert.equal(unpadded(given), unpadded(wanted), 'mend it with: npm run update:readme');
}

function unpadded(table: string): string {
  return table.replace(/ +/g, ' ').replace(/-+/g, '-').trim();
}
