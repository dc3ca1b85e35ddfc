import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processLabel } from '../../src/host/attach/processLabel.ts';

const labelOf = (command: string) => processLabel({ command, cwd: '/srv/shop' });

test('names a process by its script, from its folder', () => {
  assert.equal(
    labelOf('/usr/bin/node /srv/shop/src/server.js --port 80'),
    'node src/server.js --port 80',
  );
  assert.equal(processLabel({ command: 'node /srv/a.js', cwd: '' }), 'node /srv/a.js');
});

test('leaves out what is loaded before the script, such as a compiler', () => {
  const tsx =
    '--require /srv/shop/node_modules/tsx/dist/preflight.cjs --import file:///tsx/loader.mjs';
  assert.equal(labelOf(`/usr/bin/node ${tsx} server.ts`), 'node server.ts');
  assert.equal(
    labelOf('node --import=tsx -r dotenv/config --inspect server.ts'),
    'node --inspect server.ts',
  );
});

test('is short enough for the id and the ports to be read beside it', () => {
  const label = labelOf(`node server.js ${'--flag '.repeat(30)}`);
  assert.equal(label.length, 52);
  assert.match(label, /^node server\.js .*…$/);
});
