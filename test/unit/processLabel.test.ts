import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText, shownCommand } from '../../src/engine/processes/commandLine.ts';
import { processLabel } from '../../src/host/attach/processLabel.ts';

const labelOf = (...words: string[]) =>
  processLabel({ command: shownCommand(plainText(words)), cwd: '/srv/shop' });

test('names a process by its script, from its folder', () => {
  const words = ['/usr/bin/node', '/srv/shop/src/server.js', '--port', '80'];
  assert.equal(labelOf(...words), 'node src/server.js --port 80');
  assert.equal(processLabel({ command: 'node /srv/a.js', cwd: '' }), 'node /srv/a.js');
});

test('leaves out what is loaded before the script, such as a compiler', () => {
  const preflight = `/srv/shop/node_modules/.pnpm/${'x'.repeat(100)}/preflight.cjs`;
  const loaders = ['--require', preflight, '--import', 'file:///tsx/loader.mjs'];
  assert.equal(labelOf('/usr/bin/node', ...loaders, 'server.ts'), 'node server.ts');
  assert.equal(
    labelOf('node', '--import=tsx', '-r', 'dotenv/config', '--inspect', 'server.ts'),
    'node --inspect server.ts',
  );
});

test('keeps the title that a process has given itself, and code in one line', () => {
  assert.equal(labelOf('shop: worker of /srv/shop'), 'shop: worker of /srv/shop');
  assert.equal(
    labelOf('node', '-e', 'setInterval(() => {\n}, 9)'),
    'node -e setInterval(() => { }, 9)',
  );
});

test('is short enough for the id and the ports to be read beside it', () => {
  const label = labelOf('node', 'server.js', ...Array<string>(30).fill('--flag'));
  assert.equal(label.length, 52);
  assert.match(label, /^node server\.js .*…$/);
  const longest = `node ${'x'.repeat(47)}`;
  assert.equal(processLabel({ command: longest, cwd: '' }), longest);
});
