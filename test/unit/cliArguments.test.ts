import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readArguments, type Invocation } from '../../src/cli/arguments.ts';

const folder = mkdtempSync(join(tmpdir(), 'arguments-test-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'sub'));
writeFileSync(join(folder, 'order.json'), '{"id":1}\n');
writeFileSync(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
writeFileSync(
  join(folder, 'requests.json'),
  JSON.stringify([
    { path: '/a' },
    { method: 'post', path: '/b', headers: { Accept: 'x' }, body: {} },
  ]),
);

function read(...argv: string[]): Invocation {
  return readArguments(argv, '1.2.3', folder);
}

function readRun(...argv: string[]): Extract<Invocation, { kind: 'run' }> {
  const invocation = read('run', ...argv);
  assert.equal(invocation.kind, 'run', JSON.stringify(invocation));
  return invocation as Extract<Invocation, { kind: 'run' }>;
}

test('fills in the documented defaults', () => {
  assert.deepEqual(readRun('--', 'node', 'server.js'), {
    kind: 'run',
    options: {
      command: ['node', 'server.js'],
      cwd: folder,
      env: {},
      workspaceFolders: [],
      areas: ['app'],
      load: {
        url: '/',
        method: 'GET',
        headers: {},
        requests: [],
        connections: 10,
        durationS: 10,
        warmupS: 2,
        pipelining: 1,
        timeoutS: 10,
      },
      startTimeoutS: 30,
      intervalMicros: 10_000,
      exactLines: false,
    },
    outputs: { findingsOff: [], json: null, html: null, out: null, saves: [] },
    verbose: false,
  });
});

test('takes every option', () => {
  const { options, outputs, verbose } = readRun(
    ...['--cwd', 'sub', '--url', '/orders?x=1', '-c', '20', '-d', '2.5', '--warmup', '0'],
    ...['--method', 'put', '--header', 'a: 1', '--header', 'b: x:y', '--body', '@order.json'],
    ...['--pipelining', '4', '--rate', '500', '--timeout', '3', '--start-timeout', '60'],
    ...['--node', 'node22', '--sampler', 'v8log', '--interval', '500', '--exact-lines', '--deep'],
    ...['--areas', 'deps,app', '--json', '-', '--html', 'a.html', '--out', 'b.cpuprofile'],
    ...['--save', 'c.speedscope.json', '--save', 'sub/c.PB.GZ'],
    ...['--findings-off', 'client-limited,cpu', '--verbose', '--', 'npm', 'start'],
  );
  assert.deepEqual(options, {
    command: ['npm', 'start'],
    cwd: join(folder, 'sub'),
    env: {},
    workspaceFolders: [],
    areas: ['app', 'deps'],
    load: {
      url: '/orders?x=1',
      method: 'PUT',
      headers: { a: '1', b: 'x:y' },
      body: '{"id":1}\n',
      requests: [],
      connections: 20,
      durationS: 2.5,
      warmupS: 0,
      pipelining: 4,
      rate: 500,
      timeoutS: 3,
    },
    startTimeoutS: 60,
    node: 'node22',
    intervalMicros: 500,
    exactLines: true,
    deep: true,
  });
  assert.deepEqual(outputs, {
    findingsOff: ['cpu', 'client-limited'],
    json: '-',
    html: join(folder, 'a.html'),
    out: join(folder, 'b.cpuprofile'),
    saves: [
      { path: join(folder, 'c.speedscope.json'), format: 'speedscope' },
      { path: join(folder, 'sub/c.PB.GZ'), format: 'pprof' },
    ],
  });
  assert.equal(verbose, true);
});

test('chooses between the samplers', () => {
  assert.equal(readRun('--sampler', 'v8log', '--', 'node').options.sampler, undefined);
  assert.equal(readRun('--sampler', '0x', '--', 'node').options.sampler, '0x');
  assert.equal(readRun('--sampler', 'inspector', '--', 'node').options.sampler, 'inspector');
});

test('attaches by process id and by port, with load and without', () => {
  const words = ['attach', '--port', '3000', '--url', '/orders', '-d', '5', '--areas', 'app,deps'];
  const invocation = read(...words, '--html', 'a.html');
  assert.equal(invocation.kind, 'attach');
  if (invocation.kind !== 'attach') return;
  const { load, ...options } = invocation.options;
  assert.deepEqual(options, {
    target: { port: 3000 },
    durationS: 5,
    workspaceFolders: [],
    intervalMicros: 5000,
    areas: ['app', 'deps'],
  });
  assert.equal(load?.url, '/orders');
  assert.equal(load.durationS, 5);
  assert.equal(invocation.outputs.html, join(folder, 'a.html'));

  const quiet = read('attach', '--pid', '4711', '--no-load', '-d', '3');
  assert.equal(quiet.kind, 'attach');
  if (quiet.kind !== 'attach') return;
  assert.deepEqual(quiet.options.target, { pid: 4711 });
  assert.equal(quiet.options.load, null);
  assert.equal(quiet.options.durationS, 3);
});

test('a run of allocations is one', () => {
  const run = readRun('--allocations', '--html', 'page.html', '--', 'node');
  assert.deepEqual([run.options.allocations, run.outputs.html], [true, join(folder, 'page.html')]);
  assert.equal(readRun('--', 'node').options.allocations, undefined);
});

test('leaves what follows -- to the command', () => {
  const { options } = readRun('-c', '3', '--', 'node', 'a.js', '-c', '5', '--', '--bogus');
  assert.deepEqual(options.command, ['node', 'a.js', '-c', '5', '--', '--bogus']);
  assert.equal(options.load.connections, 3);
});

test('posts a body unless another method is asked for', () => {
  assert.equal(readRun('--body', 'x', '--', 'node').options.load.method, 'POST');
  assert.equal(readRun('--body', 'x', '--method', 'PATCH', '--', 'n').options.load.method, 'PATCH');
});

test('adds the headers of the command line to every request of a file', () => {
  const { options } = readRun('--requests', 'requests.json', '--header', 'accept: y', '--', 'node');
  assert.deepEqual(options.load.requests, [
    { method: 'GET', path: '/a', headers: { accept: 'y' } },
    { method: 'POST', path: '/b', headers: { accept: 'y' }, body: '{}' },
  ]);
});

test('hands the options of the language server on', () => {
  const options = ['--stdio', '--clientProcessId=1'];
  assert.deepEqual(read('lsp', ...options), { kind: 'lsp', arguments: options });
});

test('gives help and the version as text', () => {
  for (const argv of [['--help'], ['-h'], ['help'], ['run', '--help'], ['help', 'run']]) {
    const invocation = read(...argv);
    assert.equal(invocation.kind, 'text', argv.join(' '));
    assert.match((invocation as { text: string }).text, /^Usage: hotframe/);
  }
  assert.deepEqual(read('--version'), { kind: 'text', text: '1.2.3\n' });
});

const wrong: [argv: string, message: RegExp][] = [
  ['', /^say what to do/],
  ['bogus', /^unknown command 'bogus'/],
  ['--bogus', /^unknown option '--bogus'/],
  ['run', /^no command to profile/],
  ['run --', /^no command to profile/],
  ['run node server.js', /^'node' stands before --/],
  ['run --bogus -- node', /^unknown option '--bogus'/],
  ['run -c -- node', /argument missing/],
  ['run -c 0 -- node', /whole number from 1 to 10000/],
  ['run -c 1.5 -- node', /whole number/],
  ['run -c 1e3 -- node', /whole number/],
  ['run -c 99999999999999999999 -- node', /whole number/],
  ['run -d -1 -- node', /'-d, --duration <s>' argument '-1' .* from 1 to 3600/],
  ['run -d NaN -- node', /seconds/],
  ['run -d Infinity -- node', /seconds/],
  ['run -d 0 -- node', /seconds/],
  ['run --warmup 601 -- node', /from 0 to 600/],
  ['run --pipelining 0 -- node', /whole number/],
  ['run --rate 0 -- node', /whole number/],
  ['run --timeout x -- node', /seconds/],
  ['run --start-timeout -5 -- node', /seconds/],
  ['run --interval 49 -- node', /from 50 to 100000/],
  ['run --interval 100001 -- node', /from 50 to 100000/],
  ['run --method FETCH -- node', /must be an HTTP method/],
  ['run --header nocolon -- node', /needs a colon/],
  ['run --header :x -- node', /not a header/],
  [
    'run --body @missing.txt -- node',
    /^--body @missing\.txt: .*missing\.txt can't be read: there is no such file/,
  ],
  ['run --body @sub -- node', /it is a folder/],
  ['run --body @picture.png -- node', /not UTF-8 text/],
  ['run --url orders -- node', /must be a path/],
  ['run --url http:// -- node', /not a valid URL/],
  ['run --har order.json -- node', /log\.entries/],
  ['run --har picture.png -- node', /not UTF-8/],
  ['run --requests order.json -- node', /array/],
  ['run --requests missing.json -- node', /no such file/],
  ['run --har a --requests b -- node', /cannot be used with/],
  ['run --requests a --body b -- node', /cannot be used with/],
  ['run --sampler perf -- node', /must be one of v8log, 0x, inspector/],
  [
    'run --sampler 0x --deep -- node',
    /--deep reads V8's own log, which --sampler 0x does not have/,
  ],
  ['run --allocations --deep -- node', /--allocations and --deep are runs of their own/],
  ['run --allocations --sampler 0x -- node', /--sampler 0x time: leave one out/],
  ['run --allocations --out a.cpuprofile -- node', /no profile of time to save.*--json FILE/],
  ['measure --allocations -- node', /unknown option '--allocations'/],
  ['attach', /^say which process: hotframe attach --port 3000, or --pid 4711/],
  ['attach --pid 1 --port 2', /cannot be used with/],
  ['attach --pid x', /whole number/],
  ['attach --port 70000', /whole number from 1 to 65535/],
  ['attach --pid 4711 --no-load --url /a', /--url is of a load, and --no-load sends none/],
  ['attach --pid 4711 --no-load -c 4', /--connections is of a load/],
  ['attach --pid 4711 --sampler v8log', /unknown option '--sampler'/],
  ['attach --pid 4711 server.js', /too many arguments/],
  ['run --areas app,deps,foo -- node', /list of areas/],
  ['run --areas , -- node', /list of areas/],
  ['run --findings-off slow -- node', /list of kinds out of errors, blocked-loop/],
  ['run --cwd missing -- node', /no such folder/],
  ['run --cwd order.json -- node', /no such folder/],
  ['run --node ./missing -- node', /no such file/],
  ['run --json missing/a.json -- node', /the folder .*missing does not exist/],
  [
    'run --save a.json -- node',
    /no format: it must be \.cpuprofile, \.speedscope\.json, .*\.html or \.svg/,
  ],
  ['run --save= -- node', /It must name a file/],
  ['run --save missing/a.svg -- node', /the folder .*missing does not exist/],
  ['run --save a.svg --save a.svg -- node', /--save names the file a\.svg twice/],
  ['run --out a.cpuprofile --save a.cpuprofile -- node', /--out and --save name the same file/],
  ['measure --save a.svg -- node', /unknown option '--save'/],
  ['run --json order.json/a.json -- node', /is not a folder/],
  ['run --html sub -- node', /it is a folder/],
  ['run --out missing/a -- node', /--out missing\/a: cannot be written/],
  ['run --json a --out a -- node', /--json and --out name the same file/],
  ['measure', /^no command to profile/],
  ['measure node server.js', /^'node' stands before --.*hotframe measure/],
  ['measure --base -- node', /argument missing/],
  ['measure --base-scenario a --base b -- node', /cannot be used with/],
  ['measure --base-scenario a -- node', /there is no \.vscode\/hotframe\.json/],
  ['measure --budget 1 -- node', /from 5 to 36000/],
  ['measure --precision 0 -- node', /from 0\.1 to 50/],
  ['measure --out order.json -- node', /--out order\.json: it is a file/],
  ['measure --out missing/a -- node', /--out missing\/a: the folder .* does not exist/],
  ['measure --json a --markdown a -- node', /name the same file/],
  ['measure --html a.html -- node', /unknown option '--html'/],
  ['open', /^open needs a profile: hotframe open/],
  ['open --areas nothing a.cpuprofile', /area/],
  ['lsp', /required option '--stdio' not specified/],
];

for (const [argv, message] of wrong) {
  test(`says in one line what is wrong with: hotframe ${argv}`, () => {
    const invocation = read(...argv.split(' ').filter((part) => part !== ''));
    assert.equal(invocation.kind, 'usage', JSON.stringify(invocation));
    const said = (invocation as { message: string }).message;
    assert.match(said, message);
    assert.doesNotMatch(said, /[\r\n]/);
  });
}

test('takes a command without -- on Windows, where PowerShell takes that away', () => {
  const readFor = (platform: string, ...argv: string[]) =>
    readArguments(argv, '1.2.3', folder, platform);
  const words = ['run', '-d', '3', 'node', 'server.js', '--port', '80', '-c', '9'];
  const run = readFor('win32', ...words);
  assert.equal(run.kind, 'run', JSON.stringify(run));
  const { options } = run as Extract<Invocation, { kind: 'run' }>;
  assert.deepEqual(options.command, words.slice(3));
  assert.deepEqual([options.load.durationS, options.load.connections], [3, 10]);
  const measure = readFor('win32', 'measure', '--budget', '9', 'npm', 'start');
  assert.equal(measure.kind, 'measure', JSON.stringify(measure));

  const place = 'order.json:1';
  for (const own of [
    ['bench', place, '-d', '3'],
    ['bench', '-d', '3', place],
  ]) {
    const bench = readFor('win32', ...own, 'node', 'server.js', '-d', '9');
    assert.equal(bench.kind, 'bench', JSON.stringify(bench));
    const { options, words } = (bench as Extract<Invocation, { kind: 'bench' }>).options;
    assert.deepEqual(options.run?.command, ['node', 'server.js', '-d', '9']);
    assert.deepEqual([options.line, options.run.load.durationS], [1, 3]);
    assert.deepEqual(words, ['-d', '3', '--', 'node', 'server.js', '-d', '9']);
  }

  const mixed = { kind: 'usage', message: "'a' stands before --" };
  const { kind, message } = readFor('win32', 'run', 'a', '--', 'node') as typeof mixed;
  assert.deepEqual({ kind, message: message.slice(0, mixed.message.length) }, mixed);
  assert.equal(readFor('linux', ...words).kind, 'usage');
});
