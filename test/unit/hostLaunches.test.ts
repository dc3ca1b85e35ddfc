import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLaunches, type LaunchSources } from '../../src/host/findLaunches.ts';
import { commandText, shellWords } from '../../src/host/shellWords.ts';

const folder = '/app';

/** Each launch as `label: command (why)`, then each unusable find as `no label: why`. */
function found(
  manifest: object | string | null,
  more: Partial<LaunchSources> & { files?: string[] } = {},
): string[] {
  const { files = [], ...rest } = more;
  const { launches, unusable } = findLaunches({
    folder,
    manifest: typeof manifest === 'object' && manifest ? JSON.stringify(manifest) : manifest,
    configurations: [],
    activeFile: null,
    exists: (path) => files.includes(path),
    ...rest,
  });
  return [
    ...launches.map(({ label, command, why }) => `${label}: ${commandText(command)} (${why})`),
    ...unusable.map(({ label, why }) => `no ${label}: ${why}`),
  ];
}

describe('scripts of package.json', () => {
  test('that start a server are found, start first', () => {
    assert.deepEqual(
      found({
        scripts: {
          dev: 'node --watch src/dev.js',
          start: 'node dist/server.js',
          test: 'node t.js',
        },
      }),
      [
        'npm run start: node dist/server.js (script of package.json)',
        'npm run dev: node src/dev.js (script of package.json, without watching for changes)',
      ],
    );
  });

  test('say what of them is left out', () => {
    assert.deepEqual(
      found({ scripts: { start: 'npm run build && NODE_ENV=production node a.js' } }),
      [
        'npm run start: node a.js (script of package.json, without `npm run build` before it and `NODE_ENV=production`)',
      ],
    );
  });

  test('with tsx run its program of node_modules, also of a folder above', () => {
    assert.deepEqual(
      found({ scripts: { dev: 'tsx watch src/server.ts' } }, { files: ['/node_modules/.bin/tsx'] }),
      [
        'npm run dev: /node_modules/.bin/tsx src/server.ts (script of package.json, without watching for changes)',
      ],
    );
  });

  test('with nodemon run the file itself', () => {
    assert.deepEqual(found({ scripts: { dev: 'nodemon server.js --quiet' } }), [
      'npm run dev: node server.js --quiet (script of package.json, without `nodemon`)',
    ]);
  });

  test('that need a shell or another program are told with the reason', () => {
    assert.deepEqual(
      found({
        scripts: { start: 'node a.js | pino-pretty', serve: 'python app.py', lint: 'eslint .' },
      }),
      [
        'no npm run start: `node a.js | pino-pretty` needs a shell (for `|`)',
        'no npm run serve: `python app.py` is not a Node.js command of this project',
      ],
    );
  });

  test('of a broken package.json are told as such', () => {
    assert.match(found('{ "scripts": ')[0] ?? '', /^no package\.json: it is not JSON: /);
  });
});

describe('launch configurations', () => {
  const launch = { type: 'node', request: 'launch', name: 'Server' };

  test('of Node.js give their command', () => {
    const configuration = {
      ...launch,
      program: '${workspaceFolder}/server.js',
      args: ['--port', '80'],
      runtimeArgs: ['--expose-gc'],
      env: { A: '1' },
    };
    assert.deepEqual(found(null, { configurations: [configuration] }), [
      'Server: node --expose-gc /app/server.js --port 80 (launch configuration, without its `env`)',
    ]);
  });

  test('of TypeScript run with tsx where it is installed', () => {
    const configurations = [{ ...launch, program: 'src/server.ts' }];
    assert.deepEqual(
      found(null, { configurations, files: ['/app/node_modules/tsx/package.json'] }),
      ['Server: node --import tsx /app/src/server.ts (launch configuration)'],
    );
    assert.match(found(null, { configurations })[0] ?? '', /^no Server: .*tsx is not installed/);
  });

  test('that are not Node.js, attach, or name nothing are told with the reason', () => {
    const configurations = [
      { ...launch, type: 'python', name: 'Py' },
      { ...launch, request: 'attach', name: 'Attach' },
      { ...launch, name: 'Empty' },
      { ...launch, name: 'Asks', program: '${input:file}' },
      'garbage',
    ];
    assert.deepEqual(found(null, { configurations }), [
      'no Py: it is a launch configuration of type `python`, and only Node.js can be profiled',
      'no Attach: it attaches to a process, and a run has to start the server itself',
      'no Empty: it names no `program`',
      'no Asks: it uses `${input:file}`, which has no value here',
    ]);
  });
});

describe('files', () => {
  test('main is found, and told where it is missing', () => {
    assert.deepEqual(found({ main: './index.js' }, { files: ['/app/index.js'] }), [
      './index.js: node index.js (`main` of package.json)',
    ]);
    assert.match(found({ main: 'dist/index.js' })[0] ?? '', /^no dist\/index\.js: .*no such file/);
  });

  test('the active file counts when it is of the folder and its own', () => {
    const of = (activeFile: string) => found(null, { activeFile });
    assert.deepEqual(of('/app/src/a.mjs'), ['src/a.mjs: node src/a.mjs (the file in the editor)']);
    assert.deepEqual(of('/other/a.js'), []);
    assert.deepEqual(of('/app/node_modules/x/a.js'), []);
    assert.deepEqual(of('/app/README.md'), []);
  });

  test('two ways to the same command are one', () => {
    assert.deepEqual(
      found(
        { scripts: { start: 'node ./server.js' }, main: 'server.js' },
        { files: ['/app/server.js'], activeFile: '/app/server.js' },
      ),
      ['npm run start: node ./server.js (script of package.json)'],
    );
  });

  test('an empty folder has none', () => assert.deepEqual(found(null), []));
});

test('reads words with quotes as a shell does, and leaves to it what is its own', () => {
  assert.deepEqual(shellWords(`node "my app.js" 'a b' c\\ d ""`).words, [
    'node',
    'my app.js',
    'a b',
    'c d',
    '',
  ]);
  assert.equal(shellWords('node $FILE').needsShell, '$');
  assert.equal(shellWords('node "a').needsShell, '"');
});
