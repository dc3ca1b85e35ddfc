import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  catchesSignal,
  nodeInPowerShell,
  nodeInPs,
} from '../../src/engine/attach/nodeProcesses.ts';
import { listenersIn, portsInLsof } from '../../src/engine/processes/listeningPorts.ts';

/** What the systems' own tables look like, as far as it is read. */

test("reads the kernel's tables of listeners, of both address families", () => {
  const table = `
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:240D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1 0 100
   1: 00000000:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 42 1 0 100
   2: 0100007F:240D 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 43 1 0 20
   3: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 44 1
   4: 00000000000000000000000000000000:1F91 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 45 1
   5: 0000000000000000FFFF00000100007F:1F92 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 46 1
   6: B80D01200000000067452301EFCDAB89:1F93 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 47 1
`;
  assert.deepEqual(listenersIn(table), [
    ['41', { port: 9229, host: '127.0.0.1' }],
    ['42', { port: 3000, host: '0.0.0.0' }],
    ['44', { port: 8080, host: '::1' }],
    ['45', { port: 8081, host: '::' }],
    ['46', { port: 8082, host: '127.0.0.1' }],
    ['47', { port: 8083, host: '2001:db8:0:0:123:4567:89ab:cdef' }],
  ]);
});

test('reads the fields of lsof', () => {
  const fields =
    'p77\nf19\nn*:3000\nf20\nn[::1]:9229\np78\nf3\nn127.0.0.1:3000\nf4\nn127.0.0.1:3000\n';
  assert.deepEqual(
    [...portsInLsof(fields)],
    [
      [
        77,
        [
          { port: 3000, host: '0.0.0.0' },
          { port: 9229, host: '::1' },
        ],
      ],
      [78, [{ port: 3000, host: '127.0.0.1' }]],
    ],
  );
});

test('finds Node.js among the rows of ps on macOS, where a path may have spaces', () => {
  const programs = `
    1 /sbin/launchd
   77 /opt/homebrew/Cellar/node@20/20.20.2/bin/node
  501 -zsh
   78 /Users/a b/.nvm/versions/node/v22.1.0/bin/node
   79 /usr/bin/nodejs
   80 /usr/local/bin/nodemon
   81 node
   82 /Applications/Visual Studio Code.app/Contents/MacOS/Electron
`;
  const commands = `
    1 /sbin/launchd
   77 node server.js --port 3000
  501 -zsh
   78 /Users/a b/.nvm/versions/node/v22.1.0/bin/node app.js
   79 nodejs app.js
   80 nodemon app.js
   82 /Applications/Visual Studio Code.app/Contents/MacOS/Electron .
`;
  const found = nodeInPs(programs, commands);
  assert.deepEqual([...found.keys()], [77, 78, 79, 81]);
  assert.deepEqual(found.get(77), ['node', 'server.js', '--port', '3000']);
  // It ended between both calls.
  assert.deepEqual(found.get(81), ['node']);
});

test('finds Node.js among the rows of PowerShell', () => {
  const program = 'C:\\Program Files\\nodejs\\node.exe';
  const rows = `4242 "${program}"  --title="a b" server.js\r\n\r\n4243 node.exe -v\r\n`;
  assert.deepEqual([...nodeInPowerShell(rows).keys()], [4242, 4243]);
  assert.deepEqual(nodeInPowerShell(rows).get(4242), [program, '--title=a b', 'server.js']);
  assert.deepEqual(nodeInPowerShell(rows).get(4243), ['node.exe', '-v']);
});

test('sends the signal only to a process that catches it', () => {
  const status = (mask: string) => `Name:\tnode\nSigIgn:\tffffffffffffffff\nSigCgt:\t${mask}\n`;
  assert.equal(catchesSignal(status('0000000000000200')), true);
  assert.equal(catchesSignal(status('0000000108005e02')), true);
  assert.equal(catchesSignal(status('fffffffffffffdff')), false);
  assert.equal(catchesSignal(status('0000000000000000')), false);
  assert.equal(catchesSignal('Name:\tnode\n'), false);
});
