import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { installedPackage } from '../../support/installedPackage.ts';
import { npmShim } from '../../support/npmShim.ts';
import { reportOf, windowsOr, windowsPath } from '../../support/wine.ts';

/**
 * npm, yarn and pnpm as they lie on a machine with Windows: as `.cmd` files in a folder of PATH. Not npx, which
 * has cmd start the `.cmd` of a package: Wine's cmd does not run those.
 */

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'windows-managers-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const programs = join(folder, 'nodejs');
const shop = join(folder, 'shop');

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const managers = [
  { name: 'npm', version: '10.9.4', starts: [] },
  { name: 'yarn', version: '1.22.22', starts: [['yarn', 'bin/yarn.js']] },
  { name: 'pnpm', version: '9.15.9', starts: [['pnpm', 'bin/pnpm.cjs']] },
] as const;

before(async () => {
  for (const { name, version, starts } of managers) {
    const installed = await installedPackage(name, version);
    const place = join(programs, 'node_modules', name);
    cpSync(installed, place, { recursive: true });
    for (const [shim, script] of starts) {
      const start = `"%_prog%"  "%dp0%\\node_modules\\${name}\\${script.replace('/', '\\')}" %*`;
      write(`nodejs/${shim}.cmd`, npmShim('node', start));
    }
  }
  // Windows' Node.js has it as npm brings it.
  cpSync(join(programs, 'node_modules/npm/bin/npm.cmd'), join(programs, 'npm.cmd'));
  const scripts = { start: 'node server.js' };
  write('shop/package.json', JSON.stringify({ name: 'shop', version: '1.0.0', scripts }));
  write(
    'shop/server.js',
    `
const { createServer } = require('node:http');
function priceList() { let sum = 0; for (let i = 0; i < 1_000_000; i++) sum += Math.sqrt(i); return sum; }
createServer((request, response) => response.end(String(priceList()))).listen(0, '127.0.0.1');
setTimeout(() => process.exit(0), 120_000);
`,
  );
});

const commands = ['npm start', 'npm.cmd run start', 'yarn start', 'pnpm run start'];

describe('on Windows', { concurrency: 2 }, () => {
  for (const command of commands) {
    test(`\`${command}\` is profiled`, async (t) => {
      const windows = await windowsOr(t, 20);
      if (!windows) return;
      const load = [
        '--warmup',
        '0',
        '-d',
        '2',
        '--no-async',
        '--json',
        '-',
        '--start-timeout',
        '60',
      ];
      const run = windows.hotframe(['run', ...load, '--', ...command.split(' ')], {
        cwd: shop,
        env: { WINEPATH: [dirname(windows.node), programs].map(windowsPath).join(';') },
      });
      assert.equal(await run.exit(), 0, run.stderr);
      // Nothing asks yarn to end, so the folder that it makes for itself stays.
      assert.match(await run.left(), /^(?:file yarn--\S+)?$/);
      const { lines } = reportOf(run);
      const hot = lines.find(({ file, line }) => file === join(shop, 'server.js') && line === 3);
      assert.ok(hot && hot.self > 0, JSON.stringify(lines.slice(0, 3)));
    });
  }
});
