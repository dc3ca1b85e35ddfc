import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLaunches, type LaunchSources } from '../../src/host/launch/findLaunches.ts';
import {
  launchNow,
  readStoredLaunch,
  storedLaunch,
  type FoundLaunches,
} from '../../src/host/launch/launch.ts';
import { commandText, shellWords } from '../../src/host/launch/shellWords.ts';

const folder = '/app';

function find(
  manifest: object | string | null,
  { files = [], ...more }: Partial<LaunchSources> & { files?: string[] } = {},
): FoundLaunches {
  return findLaunches({
    folder,
    manifest: typeof manifest === 'object' && manifest ? JSON.stringify(manifest) : manifest,
    configurations: [],
    activeFile: null,
    exists: (path) => files.includes(path),
    readText: () => null,
    foldersIn: () => [],
    folders: { app: folder, other: '/other' },
    environment: { HOME: '/home/me', STAGE: 'test' },
    setting: (name) => (name === 'app.port' ? 8080 : undefined),
    platform: 'linux',
    ...more,
  });
}

/** Each launch as `label: NAME=value command (why)`, then each unusable find as `no label: why`. */
function found(
  manifest: object | string | null,
  more: Partial<LaunchSources> & { files?: string[] } = {},
): string[] {
  const { launches, unusable } = find(manifest, more);
  return [
    ...launches.map(({ label, command, env, why }) => {
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value} `);
      return `${label}: ${variables.join('')}${commandText(command, 'linux')} (${why})`;
    }),
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

  test('keep the variables that they set', () => {
    const start = (text: string) => found({ scripts: { start: text } })[0];
    const plain = 'npm run start: NODE_ENV=production PORT=80 node a.js (script of package.json)';
    assert.equal(start('NODE_ENV=production PORT=80 node a.js'), plain);
    assert.equal(start('cross-env NODE_ENV=production PORT=80 node a.js'), plain);
    assert.equal(start('NODE_ENV=production env PORT=80 node a.js'), plain);
    assert.equal(
      start(`NAME="two words" node --env-file=.env a.js`),
      'npm run start: NAME=two words node --env-file=.env a.js (script of package.json)',
    );
  });

  test('that do more than start Node.js are left to the package manager', () => {
    const start = (text: string, more = {}) => found({ scripts: { start: text, ...more } })[0];
    for (const text of [
      'npm run build && node a.js',
      'node a.js | pino-pretty',
      'PORT=$P node a.js',
      'dotenv -e .env -- node a.js',
      'nodemon',
      'npm-run-all -p serve:*',
    ]) {
      assert.equal(
        start(text),
        `npm run start: npm run start (script of package.json, \`${text}\`)`,
      );
    }
    assert.equal(
      start('node a.js', { prestart: 'tsc' }),
      'npm run start: npm run start (script of package.json, `node a.js`)',
    );
  });

  test('are run by the package manager of the project', () => {
    const scripts = { start: 'nodemon' };
    const [byField] = found(
      { scripts, packageManager: 'pnpm@9.1.0' },
      { files: ['/app/yarn.lock'] },
    );
    assert.match(byField ?? '', /^pnpm run start: pnpm run start /);
    const [byLock] = found({ scripts }, { files: ['/yarn.lock'] });
    assert.match(byLock ?? '', /^yarn run start: yarn run start /);
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

  test('of another language are told with the reason', () => {
    assert.deepEqual(found({ scripts: { serve: 'PORT=1 python app.py', lint: 'eslint .' } }), [
      'no npm run serve: `PORT=1 python app.py` is not a Node.js command',
    ]);
  });

  test('of a broken package.json are told as such', () => {
    assert.match(found('{ "scripts": ')[0] ?? '', /^no package\.json: it is not JSON: /);
  });
});

describe('packages of a monorepo', () => {
  /** Files by path, with folders as they follow from them. */
  function tree(files: Record<string, object | string>): Partial<LaunchSources> {
    const paths = Object.keys(files);
    return {
      exists: (path) => paths.includes(path),
      readText: (path) => {
        const file = files[path];
        return file === undefined || typeof file === 'string'
          ? (file ?? null)
          : JSON.stringify(file);
      },
      foldersIn: (path) => [
        ...new Set(
          paths
            .filter((each) => each.startsWith(`${path}/`))
            .map((each) => each.slice(path.length + 1).split('/'))
            .filter((parts) => parts.length > 1)
            .map((parts) => parts[0]!),
        ),
      ],
    };
  }
  const api = { name: '@shop/api', scripts: { test: 'x', dev: 'nodemon', start: 'node a.js' } };
  const web = { scripts: { start: 'node web.js' } };

  test('offer their scripts by name, started in their folder, those of the open file first', () => {
    const sources = tree({
      '/app/packages/web/package.json': web,
      '/app/packages/api/package.json': api,
      '/app/packages/old/package.json': web,
      '/app/tools/x/package.json': web,
    });
    const manifest = { workspaces: ['packages/*', '!packages/old'] };
    const activeFile = '/app/packages/api/README.md';
    const { launches } = find(manifest, { ...sources, activeFile });
    assert.deepEqual(
      launches.map(({ label, command, cwd }) => `${label} = ${command.join(' ')} in ${cwd}`),
      [
        '@shop/api: npm run start = node a.js in /app/packages/api',
        '@shop/api: npm run dev = npm run dev in /app/packages/api',
        'packages/web: npm run start = node web.js in /app/packages/web',
      ],
    );
  });

  test('follow what starts the root', () => {
    const labels = find(
      { scripts: { start: 'npm start -w api' }, workspaces: { packages: ['{api,web}'] } },
      tree({ '/app/api/package.json': api, '/app/web/package.json': web }),
    ).launches.map(({ label }) => label);
    assert.deepEqual(labels, [
      'npm run start',
      '@shop/api: npm run start',
      'web: npm run start',
      '@shop/api: npm run dev',
    ]);
  });

  test('are run by the package manager of the root', () => {
    const sources = tree({ '/app/api/package.json': api });
    const manager = { workspaces: ['api'], packageManager: 'yarn@4.0.0' };
    assert.ok(found(manager, sources).some((each) => each.startsWith('@shop/api: yarn run dev')));
    const byLock = tree({ '/app/api/package.json': api, '/app/pnpm-lock.yaml': '' });
    assert.ok(found({ workspaces: ['api'] }, byLock).some((each) => / pnpm run dev/.test(each)));
  });

  test("are those of pnpm's own file, in both forms of its list", () => {
    for (const text of [
      "# ours\npackages:\n  # all\n  - 'apps/**'\n  - '!**/fixtures/**'\ncatalog:\n  - x\n",
      'packages: ["apps/**", \'!**/fixtures/**\']\n',
      "packages:\n- apps/** # all\n- '!**/fixtures/**'\n",
    ]) {
      const sources = tree({
        '/app/pnpm-workspace.yaml': text,
        '/app/apps/team/api/package.json': api,
        '/app/apps/team/api/node_modules/x/package.json': web,
        '/app/apps/team/fixtures/x/package.json': web,
      });
      const labels = find({}, sources).launches.map(({ label }) => label);
      assert.deepEqual(labels, ['@shop/api: npm run start', '@shop/api: npm run dev'], text);
    }
  });

  test('are looked for where none are named and the folder has no server', () => {
    const sources = tree({ '/app/server/package.json': web });
    assert.deepEqual(
      find(null, sources).launches.map(({ label }) => label),
      ['server: npm run start'],
    );
    const own = find({ scripts: { start: 'node a.js' } }, sources);
    assert.deepEqual(
      own.launches.map(({ label }) => label),
      ['npm run start'],
    );
  });

  test('leave out what is outside, and end in a tree that does not', () => {
    const endless: Partial<LaunchSources> = { foldersIn: () => ['a', 'b', 'c'] };
    assert.deepEqual(found({ workspaces: ['../*', '**', '**/**'] }, endless), []);
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
      'Server: A=1 node --expose-gc /app/server.js --port 80 (launch configuration)',
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
      'no Asks: it asks for `${input:file}` at each start; write a value in its place, or type the command',
    ]);
  });

  test('have their variables replaced', () => {
    const of = (text: string) => {
      const configurations = [{ ...launch, program: 'a.js', args: [text] }];
      const { launches, unusable } = find(null, {
        configurations,
        activeFile: '/app/src/b.test.js',
      });
      const own = launches.find(({ origin }) => origin === 'configuration');
      return own?.command.at(-1) ?? unusable[0]?.why;
    };
    const table: Record<string, string> = {
      '${workspaceFolder}/x': '/app/x',
      '${workspaceFolder:other}/x': '/other/x',
      '${workspaceFolderBasename}': 'app',
      '${env:STAGE}-${env:NOT_SET}': 'test-',
      '${config:app.port}': '8080',
      '${userHome}': '/home/me',
      '${file}': '/app/src/b.test.js',
      '${relativeFile}': 'src/b.test.js',
      '${relativeFileDirname}': 'src',
      '${fileBasename} ${fileBasenameNoExtension} ${fileExtname}': 'b.test.js b.test .js',
      '${fileDirname}': '/app/src',
      '${workspaceFolder:gone}': 'it uses `${workspaceFolder:gone}`, which has no value here',
      '${config:gone}': 'it uses `${config:gone}`, which has no value here',
    };
    for (const [text, value] of Object.entries(table)) assert.equal(of(text), value);
    assert.match(of('${command:pick}') ?? '', /asks for `\$\{command:pick\}` at each start/);
  });

  test('have their environment, of which `env` wins over its file', () => {
    const configuration = {
      ...launch,
      program: 'a.js',
      envFile: '${workspaceFolder}/.env',
      env: { PORT: 8080, STAGE: '${env:STAGE}', NODE_OPTIONS: null },
    };
    const configurations = [configuration];
    const text =
      '\uFEFF# of the team\nexport PORT=1\nNAME="two\nlines" # why\nEMPTY=\nHASH=\'a#b\'\n';
    const { launches } = find(null, {
      configurations,
      readText: (path) => (path === '/app/.env' ? text : null),
    });
    assert.deepEqual(launches[0]?.env, {
      PORT: '8080',
      NAME: 'two\nlines',
      EMPTY: '',
      HASH: 'a#b',
      STAGE: 'test',
      NODE_OPTIONS: null,
    });
    assert.deepEqual(found(null, { configurations }), [
      'no Server: its `envFile` /app/.env is no file of up to 5 MB that can be read',
    ]);
  });

  test('of one system say something else there', () => {
    const windows = { program: '${workspaceFolder}/win.js' };
    const configurations = [{ ...launch, program: 'a.js', windows }];
    assert.match(found(null, { configurations })[0] ?? '', /\/app\/a\.js/);
    assert.match(found(null, { configurations, platform: 'win32' })[0] ?? '', /\/app\/win\.js/);
  });

  test('are merged by whole properties, as VS Code merges them', () => {
    const given = {
      ...launch,
      program: 'a.js',
      env: { PORT: '80', NAME: 'all' },
      args: ['--all'],
      windows: {
        env: { PORT: '81' },
        args: '--root "C:\\my data"',
        runtimeExecutable: 'node.exe',
      },
      osx: { env: {} },
      linux: { cwd: '${userHome}' },
    };
    const of = (platform: string) => {
      const environment = { HOME: '/home/me', USERPROFILE: '/users/me' };
      const more = { configurations: [given], platform, environment };
      const { command, env, cwd } = find(null, more).launches[0]!;
      return { command: command.slice(2), env, cwd };
    };
    assert.deepEqual(of('win32'), {
      command: ['--root', 'C:\\my data'],
      env: { PORT: '81' },
      cwd: '/app',
    });
    assert.deepEqual(of('darwin'), { command: ['--all'], env: {}, cwd: '/app' });
    assert.deepEqual(of('linux'), { command: ['--all'], env: given.env, cwd: '/home/me' });
  });

  test('with a package manager or a program of the project are run by it', () => {
    const npm = { ...launch, runtimeExecutable: 'npm', runtimeArgs: ['run', 'dev'], name: 'Dev' };
    const nodemon = { ...launch, runtimeExecutable: 'nodemon', program: 'a.js', name: 'Watch' };
    assert.deepEqual(
      found(null, {
        configurations: [npm, nodemon, { ...nodemon, runtimeExecutable: 'gone', name: 'Gone' }],
        files: ['/app/node_modules/.bin/nodemon'],
      }),
      [
        'Dev: npm run dev (launch configuration)',
        'Watch: /app/node_modules/.bin/nodemon /app/a.js (launch configuration)',
        'no Gone: its runtime `gone` is not in node_modules/.bin',
      ],
    );
  });

  test('run their task first, and are two where only that or the environment differs', () => {
    const server = { ...launch, program: 'a.js' };
    const configurations = [
      server,
      { ...server, name: 'Built', preLaunchTask: 'build' },
      { ...server, name: 'Staging', env: { STAGE: 'staging' } },
      { ...server, name: 'Twin' },
    ];
    const { launches } = find(null, { configurations });
    assert.deepEqual(
      launches.map(({ label, preLaunchTask, why }) => [label, preLaunchTask, why]),
      [
        ['Server', null, 'launch configuration'],
        ['Built', 'build', 'launch configuration, after its task `build`'],
        ['Staging', null, 'launch configuration'],
      ],
    );
  });
});

describe('files', () => {
  test('main is found, and told where it is missing', () => {
    assert.deepEqual(found({ main: './index.js' }, { files: ['/app/index.js'] }), [
      './index.js: node index.js (`main` of package.json)',
    ]);
    assert.match(found({ main: 'dist/index.js' })[0] ?? '', /^no dist\/index\.js: .*no such file/);
  });

  test('without main, the file of exports is found, else index.js', () => {
    const files = ['/app/dist/server.mjs', '/app/index.js'];
    const exported = ['./dist/server.mjs: node dist/server.mjs (`exports` of package.json)'];
    const conditions = { types: './dist/server.d.ts', import: './dist/server.mjs' };
    for (const exports of ['./dist/server.mjs', conditions, { './a': './a.js', '.': conditions }]) {
      assert.deepEqual(found({ exports }, { files }), exported);
    }
    assert.deepEqual(found({ exports: { './a': './a.js' } }, { files }), [
      'index.js: node index.js (index.js of the folder)',
    ]);
    assert.match(found({ exports: './a.js' })[0] ?? '', /`exports` of package\.json.*no such file/);
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

describe('what is remembered of a launch', () => {
  const configuration = {
    type: 'node',
    request: 'launch',
    name: 'Server',
    program: 'a.js',
    env: { TOKEN: 'secret' },
  };

  test('holds no value of its environment, and finds it again', () => {
    const before = find(null, { configurations: [configuration] });
    const stored: unknown = JSON.parse(JSON.stringify(storedLaunch(before.launches[0]!)));
    assert.ok(!JSON.stringify(stored).includes('secret'));
    const changed = { ...configuration, program: 'b.js', env: { TOKEN: 'other' } };
    const now = launchNow(readStoredLaunch(stored)!, find(null, { configurations: [changed] }));
    assert.deepEqual([now?.command, now?.env], [['node', '/app/b.js'], { TOKEN: 'other' }]);
    assert.equal(launchNow(readStoredLaunch(stored)!, find(null)), null);
  });

  test('is read from an earlier version too, and from nothing else', () => {
    const old = { origin: 'typed', label: 'node a.js', command: ['node', 'a.js'], cwd: '/app' };
    assert.deepEqual(readStoredLaunch(old), { ...old, env: {}, preLaunchTask: null });
    for (const value of [null, 7, {}, { ...old, command: [] }, { ...old, command: [1] }]) {
      assert.equal(readStoredLaunch(value), null);
    }
  });
});

describe('a command line', () => {
  const wordsOf = (text: string) => shellWords(text, 'linux');
  const windowsWordsOf = (text: string) => shellWords(text, 'win32');

  test('has words with quotes as a shell reads them, and what is the shell’s own is left to it', () => {
    assert.deepEqual(wordsOf(`node "my app.js" 'a b' c\\ d ""`).words, [
      'node',
      'my app.js',
      'a b',
      'c d',
      '',
    ]);
    assert.equal(wordsOf('node $FILE').needsShell, '$');
    assert.equal(wordsOf('node "a').needsShell, '"');
  });

  test('has folders parted by backslashes on Windows, quotes as cmd and PowerShell know them', () => {
    for (const [text, ...words] of [
      ['node src\\server.js', 'node', 'src\\server.js'],
      ['"C:\\Program Files\\nodejs\\node.exe" a.js', 'C:\\Program Files\\nodejs\\node.exe', 'a.js'],
      [`node 'my app.js' --name='a b'`, 'node', 'my app.js', '--name=a b'],
      [`node C:\\O'Neil\\a.js "it's"`, 'node', `C:\\O'Neil\\a.js`, `it's`],
      ['node -e "f(\\"a\\")" \\\\host\\share\\', 'node', '-e', 'f("a")', '\\\\host\\share\\'],
      ['node "a\\\\" b 100% *.js ""', 'node', 'a\\', 'b', '100%', '*.js', ''],
    ]) {
      assert.deepEqual(windowsWordsOf(text!), { words, needsShell: null }, text);
    }
    for (const [text, needsShell] of [
      ['node a.js && node b.js', '&'],
      ['node %FILE%', '%FILE%'],
      ['node "%FILE%"', '%FILE%'],
      ['$env:PORT=80; node a.js', '$'],
      ['node a.js ^', '^'],
      ['node "a', '"'],
    ] as const) {
      assert.equal(windowsWordsOf(text).needsShell, needsShell, text);
    }
  });

  test('is written so that it is read again', () => {
    const command = [
      'node',
      'my app.js',
      'C:\\a b\\',
      '\\\\host\\a',
      `it's`,
      'say "hi"',
      '',
      '(x86)',
    ];
    for (const platform of ['linux', 'win32']) {
      const text = commandText(command, platform);
      assert.deepEqual(shellWords(text, platform), { words: command, needsShell: null }, text);
    }
    assert.equal(commandText(['node', 'src\\my server.js'], 'win32'), 'node "src\\my server.js"');
  });
});
