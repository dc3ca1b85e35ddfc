import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const readmeFile = resolve(import.meta.dirname, '../../README.md');

/**
 * Holds a table of README.md to what it is generated from. The section stands between
 * `<!-- NAME: … -->` and `<!-- /NAME -->`; with UPDATE_README set it is written instead.
 */
export function checkReadmeSection(name: string, table: string): void {
  const readme = readFileSync(readmeFile, 'utf8');
  const section = new RegExp(`(<!-- ${name}: [^>]*-->)([^]*?)(<!-- /${name} -->)`);
  const [, , given] = section.exec(readme) ?? [];
  assert.ok(given !== undefined, `README.md needs the marks of the section ${name}`);
  const wanted = `\n\n${table}\n\n`;
  if (process.env['UPDATE_README']) {
    const updated = readme.replace(section, (_all, begin: string, _old, end: string) =>
      [begin, wanted, end].join(''),
    );
    writeFileSync(readmeFile, updated);
    return;
  }
  // Prettier pads the columns.
  assert.equal(
    unpadded(given),
    unpadded(wanted),
    'mend it with: UPDATE_README=1 npm test -- eadme && npx prettier --write README.md',
  );
}

function unpadded(table: string): string {
  return table.replace(/ +/g, ' ').replace(/-+/g, '-').trim();
}
