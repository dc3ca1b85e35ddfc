/**
 * `npm run update:imports` writes test/fixtures/imports again: a small program, profiled by
 * the programs whose files Hotframe opens. They are installed into .cache/profilers. What a log holds of
 * Node.js's own scripts is left out, and folders of this machine are replaced.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Profile as Pprof, StringTable } from 'pprof-format';
import { launchBrowser } from './browser.ts';
import { nodeBinaries, nodeLines } from './nodeVersions.ts';
import { npmInstall } from './npmInstall.ts';

const root = resolve(import.meta.dirname, '../..');
const to = join(root, 'test/fixtures/imports');
const installed = join(root, '.cache/profilers');
const packages = [
  '0x@6.0.0',
  '@clinic/flame@13.0.0',
  '@datadog/pprof@5.20.0',
  '@platformatic/flame@1.7.0',
];

const work = mkdtempSync(join(tmpdir(), 'imports-'));
/** What the fixtures have in the place of the folder. */
const shown = '/srv/shop';

try {
  await install();
  cpSync(join(to, 'program'), work, { recursive: true });
  const nodes = await nodeBinaries(nodeLines);
  const node = nodes.get(20)!;
  for (const [major, binary] of nodes) makeCpuProfile(binary, major);
  makePreprocessed(node);
  await makeTrace();
  makeZeroX(node);
  makeClinic(node);
  makePprof(node);
} finally {
  rmSync(work, { recursive: true });
}

async function install(): Promise<void> {
  if (existsSync(join(installed, 'node_modules/0x'))) return;
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), '{"private":true}');
  await npmInstall(installed, packages);
}

function makeCpuProfile(node: string, major: number): void {
  const name = `node${major}.cpuprofile`;
  run(node, ['--cpu-prof', `--cpu-prof-name=${name}`, 'app.js']);
  keepText(name, readText(name));
}

function makePreprocessed(node: string): void {
  run(node, ['--prof', '--log-deopt', '--logfile=raw.log', '--no-logfile-per-isolate', 'app.js']);
  const json = run(node, ['--prof-process', '--preprocess', 'raw.log']);
  keepText('preprocessed.json', smallPreprocessed(json), { zip: true });
}

/** Code that no tick is in has no name, and Node.js's own scripts no text. */
function smallPreprocessed(text: string): string {
  const json = JSON.parse(text) as {
    code: Record<string, unknown>[];
    ticks: { s: number[] }[];
    scripts: ({ url: string; source: string } | null)[];
  };
  const used = new Set(json.ticks.flatMap(({ s }) => s.filter((_, i) => i % 2 === 0)));
  json.code = json.code.map((code, index) =>
    used.has(index) || code['type'] === 'JS' ? code : { name: '', type: code['type'] },
  );
  for (const script of json.scripts) if (script?.url.startsWith('node:')) script.source = '';
  return JSON.stringify(json);
}

/** Of the same program in Chromium: Node.js has no CPU samples in its traces. */
async function makeTrace(): Promise<void> {
  const page = `
    <script>
      var exports = {}, module = {}, process = { env: { PROGRAM_MS: '2500' } };
      function require() { return exports; }
    </script>
    <script src="lib.js"></script>
    <script src="app.js"></script>`;
  writeFileSync(join(work, 'page.html'), page);
  const browser = await launchBrowser();
  try {
    const window = await browser.newPage();
    await window.goto(pathToFileURL(join(work, 'page.html')).href);
    await browser.startTracing(window, { categories: ['disabled-by-default-v8.cpu_profiler'] });
    await window.evaluate('main().then(() => null)');
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
      traceEvents: { name: string; id?: string }[];
    };
    const pieces = traceEvents.filter(({ name }) => /^Profile/.test(name));
    // Chromium samples its other threads too.
    const ours = pieces.find((piece) => JSON.stringify(piece).includes('triple'))?.id;
    const wanted = pieces.filter(({ id }) => id === ours);
    keepText('trace.json', JSON.stringify({ traceEvents: wanted }), { zip: true });
  } finally {
    await browser.close();
  }
}

function makeZeroX(node: string): void {
  run(node, [join(installed, 'node_modules/0x/cmd.js'), '--output-dir', '4711.0x', 'app.js']);
  const folder = join(work, '4711.0x');
  const log = readdirSync(folder).find((name) => /^isolate.*\.log$/.test(name))!;
  const lines = readFileSync(join(folder, log), 'utf8').split('\n');
  // The texts of Node.js's own scripts are most of it.
  const kept = lines.filter((line) => !/^script-source,\d+,node:/.test(line));
  const name = '4711.0x/isolate-0x1a2b3c-4711-4711-v8.log';
  keepText(name, kept.join('\n'), { zip: true });
}

function makeClinic(node: string): void {
  const script = `
    const Flame = require(${JSON.stringify(join(installed, 'node_modules/@clinic/flame'))});
    new Flame({}).collect([process.execPath, 'app.js'], (error, path) => {
      if (error) throw error;
      console.log(path);
    });`;
  const folder = run(node, ['-e', script]).trim();
  const pid = folder.replace(/\..*$/, '');
  const stacks = JSON.parse(readText(`${folder}/${pid}.clinic-flame-samples`)) as {
    source?: unknown;
  }[][];
  for (const frame of stacks.flat()) delete frame.source;
  const some = stacks.filter((_, i) => i % 5 === 0);
  keepText('4712.clinic-flame/4712.clinic-flame-samples', JSON.stringify(some));
  keepText(
    '4712.clinic-flame/4712.clinic-flame-systeminfo',
    readText(`${folder}/${pid}.clinic-flame-systeminfo`),
  );
}

function makePprof(node: string): void {
  for (const lineNumbers of [false, true]) {
    const script = `
      const { time, encode } = require(${JSON.stringify(join(installed, 'node_modules/@datadog/pprof'))});
      const main = require('./app.js');
      time.start({ durationMillis: 60000, intervalMicros: 2000, lineNumbers: ${lineNumbers} });
      main().then(async () => {
        require('fs').writeFileSync('out.pb.gz', await encode(time.stop()));
      });`;
    run(node, ['-e', script]);
    keepPprof(lineNumbers ? 'datadog-lines.pb.gz' : 'datadog.pb.gz', 'out.pb.gz');
  }
  const flame = join(installed, 'node_modules/@platformatic/flame/bin/flame.js');
  run(node, [flame, 'run', 'app.js']);
  for (const kind of ['cpu', 'heap']) {
    const written = readdirSync(work).find(
      (name) => name.startsWith(`${kind}-profile`) && name.endsWith('.pb'),
    )!;
    keepPprof(`flame-${kind}.pb`, written);
  }
}

function run(node: string, args: string[]): string {
  const result = spawnSync(node, args, {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { ...process.env, PROGRAM_MS: '2500' },
  });
  if (result.status !== 0) throw new Error(`${args.join(' ')}\n${result.stderr}`);
  return result.stdout;
}

function readText(name: string): string {
  return readFileSync(join(work, name), 'utf8');
}

function withoutFolders(text: string): string {
  return text
    .replaceAll(work, shown)
    .replaceAll(installed, '/srv/profilers')
    .replaceAll(root, '/srv/hotframe')
    .replace(/[^"',\s]*\/bin\/node(?=["',\s]|$)/g, '/usr/bin/node');
}

function keepText(name: string, text: string, { zip = false } = {}): void {
  const path = join(to, zip ? `${name}.gz` : name);
  mkdirSync(resolve(path, '..'), { recursive: true });
  const bytes = Buffer.from(withoutFolders(text));
  writeFileSync(path, zip ? gzipSync(bytes, { level: 9 }) : bytes);
}

function keepPprof(name: string, from: string): void {
  const bytes = readFileSync(join(work, from));
  const isZipped = bytes[0] === 0x1f;
  const profile = Pprof.decode(isZipped ? gunzipSync(bytes) : bytes);
  const stringTable = new StringTable();
  for (const text of profile.stringTable.strings) stringTable.dedup(withoutFolders(text));
  const encoded = new Pprof({ ...profile, stringTable }).encode();
  writeFileSync(join(to, name), isZipped ? gzipSync(encoded) : encoded);
}
