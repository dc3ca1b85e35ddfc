import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import type { Report } from '../../../src/shared/report.ts';
import { npmShim } from '../../support/npmShim.ts';
import { windowsLines, windowsOr, windowsPath } from '../../support/wine.ts';

/**
 * A project as Windows has them: in a folder that a shell or a url would change the name of, with
 * line breaks of two characters, and a package that brings a command, for which npm wrote a `.cmd`.
 */
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'windows-paths-')));
after(() => rmSync(parent, { recursive: true, force: true }));
const folder = join(parent, '100% Läden & Söhne');
const sources = resolve(import.meta.dirname, '../../workspaces/ts-tsc/src');
const hotFile = `${windowsPath(folder)}\\src\\tags.ts`;
const hotLine =
  readFileSync(join(sources, 'tags.ts'), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes('// hot')) + 1;
/** As VS Code spells the drive. */
const cwd = windowsPath(folder).replace('Z:', 'z:');
const load = ['-d', '2', '--warmup', '0.5', '-c', '4', '--cwd', cwd, '--sampler', 'inspector'];

/** V8's CPU profiler books inlined code on the caller, so nothing is inlined. */
const shopShim = npmShim('node', '"%_prog%" --no-turbo-inlining "%dp0%\\..\\shop\\bin\\serve" %*');

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(resolve(file, '..'), { recursive: true });
  writeFileSync(file, text.replace(/\r?\n/g, '\r\n'));
}

before(async () => {
  for (const name of readdirSync(sources)) {
    write(`src/${name}`, readFileSync(join(sources, name), 'utf8'));
  }
  write('package.json', '{ "type": "module" }\n');
  write('serve.cmd', '@echo off\nset PORT=0\nnode --no-turbo-inlining dist\\server.js %*\n');
  write('node_modules/.bin/shop.cmd', shopShim);
  // For other shells; cmd and Hotframe take the one above.
  write('node_modules/.bin/shop', '#!/bin/sh\n');
  write('node_modules/shop/package.json', '{ "name": "shop" }\n');
  write('node_modules/shop/bin/serve', "#!/usr/bin/env node\nimport('../../../dist/server.js');\n");
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/server.ts', 'src/tags.ts'],
    outdir: 'dist',
    format: 'esm',
    sourcemap: true,
  });
});

/** Each file has one name, and the time of the hot line is there. */
function checkLines({ lines }: Report): void {
  const files = [...new Set(lines.map(({ file }) => file))].sort();
  assert.deepEqual(files, [hotFile.replace('tags', 'server'), hotFile]);
  const hot = lines.find(({ file, line }) => file === hotFile && line === hotLine);
  assert.ok(hot && hot.self > 0.005, JSON.stringify(lines));
}

for (const major of windowsLines()) {
  test(`a server that a package of npm starts has its time on the lines of its sources, Node ${major}`, async (t) => {
    const windows = await windowsOr(t, major);
    if (!windows) return;
    const out = windowsPath(join(parent, `ä run ${major}.cpuprofile`));
    const command = ['--', 'node_modules\\.bin\\shop', '--port=80'];
    const run = windows.hotframe(['run', ...load, '--json', '-', '--out', out, ...command]);
    assert.equal(await run.exit(), 0, run.stderr);
    const report = JSON.parse(run.stdout) as Report;
    checkLines(report);
    assert.deepEqual(report.target?.command, ['node_modules\\.bin\\shop', '--port=80']);

    // From its folder in another case, which on Windows is the same.
    const open = windows.hotframe(['open', out], { cwd: folder });
    assert.equal(await open.exit(), 0, open.stderr);
    assert.match(open.stdout, new RegExp(` src\\\\tags\\.ts:${hotLine} .*message\\.text\\.split`));
    assert.doesNotMatch(open.stdout, /\r\r/);

    copyFileSync(
      join(parent, `ä run ${major}.cpuprofile`),
      join(parent, `ä again ${major}.cpuprofile`),
    );
    const compare = windows.hotframe(
      ['compare', `..\\ä run ${major}.cpuprofile`, `..\\ä ag*${major}.*`],
      {
        cwd: folder,
      },
    );
    assert.equal(await compare.exit(), 0, compare.stderr);
    assert.match(compare.stdout, /^Cannot tell/m);
  });
}

test('a batch file of one’s own is run by cmd, whatever its folder is called', async (t) => {
  const windows = await windowsOr(t, 20);
  if (!windows) return;
  const run = windows.hotframe(['run', ...load, '--json', '-', '.\\serve', '--name', 'a b']);
  assert.equal(await run.exit(), 0, run.stderr);
  checkLines(JSON.parse(run.stdout) as Report);

  const refused = windows.hotframe(['run', ...load, '--', '.\\serve.cmd', '%PATH%']);
  assert.equal(await refused.exit(), 1);
  assert.match(refused.stderr, /`serve\.cmd` is a batch file, and cmd would not take `%PATH%` as/);
});

/** Wine starts no program whose working folder is such a path. */
test('a script on another machine, or in a path above Windows’ usual limit, has its lines', async (t) => {
  const windows = await windowsOr(t, 20);
  if (!windows) return;
  const long = join(parent, ...['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(60)));
  const far = join(parent, 'far');
  for (const place of [long, far]) {
    mkdirSync(place, { recursive: true });
    copyFileSync(join(sources, '../../plain-cjs/server.js'), join(place, 'server.js'));
  }
  for (const place of [windowsPath(long), windows.share(far)]) {
    const script = `${place}\\server.js`;
    const words = ['run', '-d', '2', '--warmup', '0.5', '--no-async', '--json', '-'];
    const run = windows.hotframe([...words, '--', 'node', script]);
    assert.equal(await run.exit(), 0, run.stderr);
    assert.equal(await run.left(), '');
    const { lines } = JSON.parse(run.stdout) as Report;
    const hot = lines.find(({ file, line }) => file === script && line === 13);
    assert.ok(hot && hot.self > 0.005, JSON.stringify(lines.slice(0, 3)));
  }
});

test('the launches that the editor offers have paths and words of Windows', async (t) => {
  const windows = await windowsOr(t, 20);
  if (!windows) return;
  const scripts = {
    start: 'cross-env PORT=0 node dist\\server.js',
    serve: 'npx shop --dir "C:\\my data"',
  };
  const launch = { type: 'node', request: 'launch', program: 'other.js' };
  const configurations = [
    { ...launch, name: 'Server', windows: { program: '${workspaceFolder}\\dist/server.js' } },
    {
      ...launch,
      name: 'npm',
      windows: { runtimeExecutable: 'npm.cmd', program: '', args: ['run', 'x'] },
    },
  ];
  const script = join(parent, 'launches.cjs');
  await build({
    stdin: {
      resolveDir: import.meta.dirname,
      contents: `
        import { existsSync, readFileSync } from 'node:fs';
        import { findLaunches } from '../../../src/host/launch/findLaunches.ts';
        const folder = ${JSON.stringify(cwd)};
        const { launches } = findLaunches({
          folder,
          manifest: ${JSON.stringify(JSON.stringify({ scripts }))},
          configurations: ${JSON.stringify(configurations)},
          activeFile: folder + '\\\\src\\\\tags.js',
          exists: existsSync,
          readText: () => null,
          foldersIn: () => [],
          folders: {},
          environment: process.env,
          setting: () => undefined,
          platform: process.platform,
        });
        console.log(JSON.stringify(launches.map(({ command, env }) => ({ command, env }))));`,
    },
    outfile: script,
    bundle: true,
    platform: 'node',
  });
  const run = windows.run([windowsPath(script)]);
  assert.equal(await run.exit(), 0, run.stderr);
  assert.deepEqual(JSON.parse(run.stdout), [
    { command: ['node', 'dist\\server.js'], env: { PORT: '0' } },
    { command: [`${cwd}\\node_modules\\.bin\\shop`, '--dir', 'C:\\my data'], env: {} },
    { command: ['node', `${cwd}\\dist\\server.js`], env: {} },
    { command: ['npm.cmd', 'run', 'x'], env: {} },
    { command: ['node', 'src\\tags.js'], env: {} },
  ]);
});
