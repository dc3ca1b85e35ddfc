import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { openProfiles } from '../../src/engine/import/openProfiles.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hotframe-generated-')));
after(() => rmSync(folder, { recursive: true }));

const loop = 'let s = 0; for (let i = 0; i < 3e7; i++) s += Math.sqrt(i % 13); return s;';
const template = '<ul>\n<% while (busy()) { %>\n<% } %>\n</ul>\n';
const view = join(folder, 'views/list.ejs');
/** As EJS makes it, for an engine that knows the file. */
const ejs = `var __line = 1
  , __lines = ${JSON.stringify(template)}
  , __filename = ${JSON.stringify(view)};
try {
  with (locals || {}) {
    ; __append("<ul>\\n")
    ; __line = 2
    ; busy()
    ; __append("\\n")
    ; __line = 3
  }
} catch (e) {
  rethrow(e, __lines, __filename, __line, escapeFn);
}

//# sourceURL=${JSON.stringify(view)}
`;
const files: Record<string, string> = {
  'package.json': '{}',
  'views/list.ejs': template,
  'rules/discount.js': `\n\nreturn function discount() { ${loop} }\n`,
  'main.cjs': `
    const vm = require('node:vm');
    const fs = require('node:fs');
    const loop = ${JSON.stringify(loop)};
    new vm.Script('(function (msg) {' + loop + '})', { filename: 'Function node:9f2c [double it]' })
      .runInThisContext()();
    vm.runInThisContext('(function () {' + loop + '})')();
    new Function(loop + '\\n//# sourceURL=lodash.templateSources[0]')();
    new Function(loop)();
    new Function('locals', 'busy', '__append', ${JSON.stringify(ejs)})(
      {}, new Function(loop + '\\n//# sourceURL=node:fs'), () => {});
    const rule = fs.readFileSync(${JSON.stringify(join(folder, 'rules/discount.js'))}, 'utf8');
    new Function('item', rule + '\\n//# sourceURL=./rules/discount.js')()();
  `,
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

test('shows code that was made at run time by its name, or as the file that it is named after', async () => {
  const made = spawnSync(
    process.execPath,
    ['--prof', '--log-deopt', `--logfile=${join(folder, 'v8.log')}`, join(folder, 'main.cjs')],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.equal(made.status, 0, made.stderr);
  const log = readdirSync(folder).find((name) => name.endsWith('.log'))!;
  const { report } = await openProfiles([join(folder, log)], {
    workspaceFolders: [folder],
    areas: ['app'],
  });
  const packages = report.packages.map(({ name }) => name).sort();
  for (const name of [
    'Function node:9f2c [double it]',
    'evalmachine.<anonymous>',
    'lodash.templateSources[0]',
    '(generated code)',
  ]) {
    assert.ok(packages.includes(name), `${name} in ${packages.join()}`);
  }
  const where = report.lines.map(({ file, line }) => `${file.slice(folder.length + 1)}:${line}`);
  // The two lines that `new Function` puts before it are none of the file's.
  assert.ok(where.includes('rules/discount.js:3'), where.join());
  assert.ok(where.includes('views/list.ejs:2'), where.join());
});
