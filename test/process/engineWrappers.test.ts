import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { once } from '../support/detail.ts';
import { nodeBinaries, testedLines } from '../support/nodeVersions.ts';
import {
  eventually,
  failureOf,
  lightRun,
  succeeded,
  withFolder,
  type TestFolder,
} from './engineHarness.ts';

/** Servers below a wrapper: the process that listens is found out, and started under the sampler. */

const skip = process.platform === 'win32';
const tsx = resolve(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs');

/**
 * Burns its time on line 4, and writes what it sees of its surroundings. Its requests are few and long, since on a busy
 * machine many a sample is of the call that sends an answer.
 */
const workingServer = `
const { createServer } = require('node:http');
function work() {
  let sum = 0; for (let n = 0; n < 4e6; n++) sum += Math.sqrt(n ^ sum); return sum;
}
const { COLOUR, NODE_OPTIONS, HOTFRAME_RUN_DIR } = process.env;
require('node:fs').writeFileSync(__dirname + '/seen-' + process.pid + '.json', JSON.stringify({
  colour: COLOUR, options: NODE_OPTIONS, cwd: process.cwd(), words: process.argv.slice(2),
  priority: require('node:os').getPriority(),
  flags: process.execArgv.filter((word) => !/prof|log|redirect|sparkplug/.test(word)),
  sampled: process.execArgv.includes('--prof'), canSend: typeof process.send,
}));
createServer((request, response) => response.end(String(work()))).listen(0, '127.0.0.1');
`;

interface Seen {
  colour?: string;
  options: string;
  cwd: string;
  words: string[];
  flags: string[];
  sampled: boolean;
  canSend: string;
  priority: number;
}

const script = (scripts: Record<string, string>) => JSON.stringify({ name: 'app', scripts });

/** Runs to the end; gives what the sampled server saw, and checks that the hot line is its. */
async function hotBehind(
  folder: TestFolder,
  node: string,
  command: string[],
  hotFile = 'server.js',
  hotLine = 4,
) {
  const { report } = succeeded(await lightRun(folder, { command, node, load: { rate: 20 } }));
  const [line] = report.lines;
  const place = `${join(folder.path, hotFile)}:${hotLine}`;
  const hottest = JSON.stringify(report.lines.slice(0, 3));
  assert.equal(`${line?.file}:${line?.line}`, place, `${place} is not the hottest of ${hottest}`);
  assert.ok(line!.self > 0.4, String(line!.self));
  assert.deepEqual(report.target!.command, command);
  return report;
}

/** What the process that serves saw: the launcher's, where it is in it, or a child's. */
function seenBy({ target }: Report, folder: string): Seen {
  const files = target!.processes.map(({ pid }) => join(folder, `seen-${pid}.json`));
  const file = files.find((each) => existsSync(each));
  assert.ok(file, `none of ${files.join(', ')}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Seen;
}

const majors = await nodeBinaries(testedLines());

for (const [major, node] of majors) {
  test(`npm start, with its environment and what comes before it, on Node ${major}`, { skip }, () =>
    withFolder(
      {
        'package.json': script({
          prestart: `node -e "require('fs').appendFileSync('built','x')"`,
          start: 'COLOUR=blue node --stack-size=900 ./server.js --port 1',
        }),
        'server.js': workingServer,
      },
      async (folder) => {
        const report = await hotBehind(folder, node, ['npm', 'start']);
        const seen = seenBy(report, folder.path);
        assert.equal(report.target!.node.split('.')[0], String(major));
        assert.deepEqual(
          { colour: seen.colour, cwd: seen.cwd, words: seen.words, sampled: seen.sampled },
          { colour: 'blue', cwd: folder.path, words: ['--port', '1'], sampled: true },
        );
        assert.ok(seen.flags.includes('--stack-size=900'), seen.flags.join(' '));
        assert.equal(readFileSync(join(folder.path, 'built'), 'utf8'), 'x');
        assert.match(
          report.notes.join('\n'),
          /`npm start` starts the server as `node --stack-size=900 server\.js --port 1`/,
        );
      },
    ),
  );
}

for (const [major, node] of majors) {
  for (const [how, start] of [
    ['itself', `COLOUR='sky blue' NODE_OPTIONS=--no-deprecation node server.js`],
    ['by a program', 'node cross.js'],
  ] as const) {
    test(`npm start that sets NODE_OPTIONS ${how}, on Node ${major}`, { skip }, () =>
      withFolder(
        {
          'package.json': script({ start }),
          'cross.js': `
            const env = { ...process.env, COLOUR: 'sky blue', NODE_OPTIONS: '--no-deprecation' };
            require('node:child_process').spawn('node', ['server.js'], { env, stdio: 'inherit' });`,
          'server.js': workingServer,
        },
        async (folder) => {
          const seen = seenBy(await hotBehind(folder, node, ['npm', 'start']), folder.path);
          assert.equal(seen.colour, 'sky blue');
          assert.match(seen.options, /--no-deprecation/);
          assert.equal(seen.options.match(/preload\.cjs/g)!.length, 1, seen.options);
        },
      ),
    );
  }
}

for (const [major, node] of [...majors].filter(([major]) => major === 20 || major === 24)) {
  test(`a TypeScript runner behind npm run dev, on Node ${major}`, { skip }, () =>
    withFolder(
      {
        'package.json': script({ dev: `node ${tsx} watch src/server.ts` }),
        'src/server.ts': workingServer.replace('work()', 'work(): number'),
      },
      async (folder) => {
        await hotBehind(folder, node, ['npm', 'run', 'dev'], 'src/server.ts');
      },
    ),
  );

  // `exec` leaves the process, with what the program has set for it.
  test(`a program that becomes the server, with its priority, on Node ${major}`, { skip }, () =>
    withFolder({ 'server.js': workingServer }, async (folder) => {
      const command = ['nice', '-n', '3', 'env', 'COLOUR=green', 'node', 'server.js'];
      const report = await hotBehind(folder, node, command);
      const { priority, colour, sampled } = seenBy(report, folder.path);
      assert.deepEqual([priority, colour, sampled], [3, 'green', true]);
      assert.doesNotMatch(report.notes.join('\n'), /in its place/);
    }),
  );

  test(`a program that spawns the server, as nest start does, on Node ${major}`, { skip }, () =>
    withFolder(
      {
        'node_modules/nest/bin.js': `#!/usr/bin/env node
          require('child_process').spawn(process.execPath, ['server.js'], {
            stdio: 'inherit', cwd: __dirname + '/../../app', env: { ...process.env, COLOUR: 'red' },
          });`,
        'app/server.js': workingServer,
      },
      async (folder) => {
        chmodSync(join(folder.path, 'node_modules/nest/bin.js'), 0o755);
        const command = ['./node_modules/nest/bin.js', 'start'];
        const { report } = succeeded(await lightRun(folder, { command, node }));
        assert.match(report.lines[0]?.file ?? '', /app\/server\.js$/);
        const seen = seenBy(report, join(folder.path, 'app'));
        assert.deepEqual([seen.colour, seen.cwd], ['red', join(folder.path, 'app')]);
        assert.equal(seen.sampled, true);
      },
    ),
  );

  test(`a restarter that forks the server and listens to it, on Node ${major}`, { skip }, () =>
    withFolder(
      {
        // As nodemon does: another execArgv, and a channel that the server speaks on.
        'node_modules/restarter/bin.js': `#!/usr/bin/env node
          require('child_process').fork(process.argv[2], { execArgv: [] });`,
        'server.js': `${workingServer} process.send('ready');`,
      },
      async (folder) => {
        const command = ['node', 'node_modules/restarter/bin.js', './server.js'];
        const report = await hotBehind(folder, node, command);
        assert.equal(seenBy(report, folder.path).canSend, 'function');
      },
    ),
  );

  test(`a package that forks the server and tells it what to do, on Node ${major}`, { skip }, () =>
    withFolder(
      {
        'package.json': script({
          dev: 'node node_modules/framework/bin.js "$PWD/server.js"',
        }),
        // As next dev does.
        'node_modules/framework/bin.js': `
          const child = require('child_process').fork(__dirname + '/start.js');
          child.on('message', () => child.send({ file: process.argv[2] }));`,
        'node_modules/framework/start.js': `
          process.on('message', ({ file }) => require(file));
          process.send('ready');`,
        'server.js': workingServer,
      },
      async (folder) => {
        const report = await hotBehind(folder, node, ['npm', 'run', 'dev']);
        assert.match(report.notes.join('\n'), /as `node node_modules\/framework\/bin\.js/);
      },
    ),
  );

  test(`node --watch, on Node ${major}`, { skip }, () =>
    withFolder({ 'server.js': workingServer }, async (folder) => {
      await hotBehind(folder, node, ['node', '--watch', 'server.js']);
    }),
  );

  test(
    `a launcher of the project that forks, behind a package manager, on Node ${major}`,
    { skip },
    () =>
      withFolder(
        {
          'package.json': script({ start: 'node launcher.js' }),
          'launcher.js': `require('child_process').fork(__dirname + '/server.js');`,
          'server.js': workingServer,
        },
        async (folder) => {
          const report = await hotBehind(folder, node, ['npm', 'start']);
          assert.match(report.notes.join('\n'), /as `node launcher\.js`/);
          assert.equal(report.target!.processes.length, 2);
        },
      ),
  );

  test(`a cluster behind a package manager, on Node ${major}`, { skip }, () =>
    withFolder(
      {
        'package.json': script({ start: 'node main.js' }),
        'main.js': `
          const cluster = require('cluster');
          if (cluster.isPrimary) { cluster.fork(); cluster.fork(); } else require('./server.js');`,
        'server.js': workingServer,
      },
      async (folder) => {
        const report = await hotBehind(folder, node, ['npm', 'start']);
        assert.equal(report.target!.processes.filter(({ role }) => role === 'child').length, 2);
      },
    ),
  );
}

once('a shell script, and the variables that are given or taken away', { skip }, () =>
  withFolder(
    { 'start.sh': '#!/bin/sh\nnode server.js "$@"\n', 'server.js': workingServer },
    async (folder) => {
      chmodSync(join(folder.path, 'start.sh'), 0o755);
      const command = ['./start.sh', 'a b'];
      const env = { COLOUR: 'green', NODE_OPTIONS: '--no-deprecation', NODE_OPTIONS_BEFORE: null };
      const load = { durationS: 1 };
      process.env['NODE_OPTIONS_BEFORE'] = 'x';
      const running = lightRun(folder, { command, env, load }).finally(() => {
        delete process.env['NODE_OPTIONS_BEFORE'];
      });
      const { report } = succeeded(await running);
      const seen = seenBy(report, folder.path);
      assert.deepEqual([seen.colour, seen.words], ['green', ['a b']]);
      assert.match(seen.options, /^--no-deprecation "--require=[^"]+preload\.cjs"$/);
      assert.ok(!JSON.stringify(report).includes('green'), 'no value is in the report');
    },
  ),
);

once('a shell script that replaces NODE_OPTIONS', { skip: process.platform !== 'linux' }, () =>
  withFolder(
    {
      'package.json': script({ start: './start.sh x' }),
      'start.sh': `#!/bin/sh
export NODE_OPTIONS=--no-deprecation COLOUR=red
cd . && node --stack-trace-limit=7 server.js "$@" & wait
`,
      'server.js': workingServer,
    },
    async (folder) => {
      chmodSync(join(folder.path, 'start.sh'), 0o755);
      const { report } = succeeded(await lightRun(folder, { command: ['npm', 'start'] }));
      assert.equal(report.lines[0]?.line, 4);
      const seen = seenBy(report, folder.path);
      assert.deepEqual(
        [seen.colour, seen.words, seen.flags.at(-1)],
        ['red', ['x'], '--stack-trace-limit=7'],
      );
      assert.match(seen.options, /^--no-deprecation "--require=[^"]+preload\.cjs"$/);
      assert.match(
        report.notes.join('\n'),
        /`npm start` starts the server as `node --stack-trace-limit=7 server\.js x`/,
      );
    },
  ),
);

once(
  'profiles a child whose parent the sampler does not reach in it, by the command alone',
  { skip },
  () =>
    withFolder(
      {
        'dev.js': `require('child_process').spawn('cd . && node server.js', {
          shell: true, stdio: 'inherit',
        });`,
        'server.js': workingServer,
      },
      async (folder) => {
        const { report } = succeeded(await lightRun(folder, { command: ['node', 'dev.js'] }));
        assert.match(
          report.notes.join('\n'),
          /`node dev\.js` starts the server as `node server\.js`/,
        );
      },
    ),
);

once('says that a server starts itself again and again', { skip }, () =>
  withFolder(
    {
      'server.js': `
        if (process.execArgv.includes('--prof') || !process.env.CHILD) {
          require('child_process').spawn('cd . && "$NODE" "$FILE"', {
            shell: true, stdio: 'inherit',
            env: { ...process.env, NODE: process.execPath, FILE: __filename, CHILD: '1' },
          });
        } else require('http').createServer((request, response) => response.end()).listen(0);`,
    },
    async (folder) => {
      const sentence = await failureOf(folder, 'not-a-node-command');
      assert.match(sentence, /starts itself again .*`node server\.js`/);
    },
  ),
);

once('says what a wrapper printed that failed before the server', { skip }, () =>
  withFolder(
    {
      'package.json': script({ start: 'node server.js', prestart: 'echo no compiler >&2; exit 3' }),
    },
    async (folder) => {
      const sentence = await failureOf(folder, 'exited-before-listening', {
        command: ['npm', 'start'],
      });
      assert.match(sentence, /exit code 3 before it listened.*no compiler/s);
      // Whoever runs the tests may have told npm to be silent.
      const env = { npm_config_loglevel: 'error' };
      const missing = { command: ['npm', 'run', 'nothing'], env };
      assert.match(await failureOf(folder, 'exited-before-listening', missing), /Missing script/);
    },
  ),
);

once('says that a wrapper starts no Node.js', { skip }, () =>
  withFolder({ 'start.sh': '#!/bin/sh\necho asleep\nexec sleep 60\n' }, async (folder) => {
    chmodSync(join(folder.path, 'start.sh'), 0o755);
    const options = { command: ['./start.sh'], startTimeoutS: 1 };
    const sentence = await failureOf(folder, 'not-a-node-command', options);
    assert.match(sentence, /`\.\/start\.sh` started no Node\.js process within 1 s.*asleep/s);
  }),
);

for (const moment of ['the wrapper runs', 'the server was found'] as const) {
  once(`leaves nothing when cancelled while ${moment}`, { skip }, () =>
    withFolder(
      { 'package.json': script({ start: 'node server.js' }), 'server.js': workingServer },
      async (folder) => {
        const { report } = await lightRun(folder, { command: ['npm', 'start'] }, (state, abort) => {
          if (state.phase !== 'launching') return;
          if (moment === 'the server was found') {
            if (state.found !== undefined) abort.abort();
          } else {
            void eventually('the wrapper runs', () =>
              folder.processes().some((line) => line.includes('npm')),
            ).then(() => abort.abort());
          }
        });
        assert.equal(report.failure?.kind, 'cancelled');
      },
    ),
  );
}

once('the second launch has the port of the first', { skip }, () =>
  withFolder(
    {
      'start.sh': '#!/bin/sh\nnode server.js\n',
      'server.js': workingServer.replace('listen(0', 'listen(48731'),
    },
    async (folder) => {
      chmodSync(join(folder.path, 'start.sh'), 0o755);
      const { report } = succeeded(await lightRun(folder, { command: ['./start.sh'] }));
      assert.match(report.target!.url, /:48731$/);
    },
  ),
);

const yarn = spawnSync('yarn', ['--version']).status === 0;
once('yarn start', { skip: skip || !yarn }, () =>
  withFolder(
    { 'package.json': script({ start: 'node server.js' }), 'server.js': workingServer },
    async (folder) => {
      await hotBehind(folder, process.execPath, ['yarn', 'start']);
    },
  ),
);
