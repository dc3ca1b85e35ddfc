import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Profile as Pprof } from 'pprof-format';
import { openSavedRun, type SavedRun } from '../../src/analysis/saved/savedRun.ts';
import { openProfiles } from '../../src/engine/import/openProfiles.ts';
import type { Report } from '../../src/shared/report.ts';
import { fileUrl } from '../../src/analysis/source/originalPath.ts';
import {
  assertNear,
  assertSameFunctions,
  functionsOf,
  onCpuOf,
  type ReadFunction,
  type ReadStack,
} from '../support/functionTotals.ts';
import { CliRun, workspaces } from './cliDriver.ts';

/**
 * One run of a real server, saved in every format by the command, and read by the programs of those
 * formats. Readers that are pages are in test/webview/otherReaders.test.ts, and Go's own in
 * test/long/process/goPprof.test.ts.
 */

const folder = mkdtempSync(join(tmpdir(), 'hotframe-other-readers-'));
after(() => rmSync(folder, { recursive: true }));
const suffixes = ['cpuprofile', 'speedscope.json', 'pb.gz', 'folded', 'html', 'svg'];
const fileOf = (suffix: string) => join(folder, `saved.${suffix}`);
let saved: SavedRun;

before(async () => {
  const saves = suffixes.flatMap((suffix) => ['--save', fileOf(suffix)]);
  const json = join(folder, 'report.json');
  const load = ['-d', '3', '--warmup', '0.3', '--url', '/prices', '--areas', 'app,deps,core'];
  const argv = ['run', ...load, '--json', json, ...saves, '--', 'node', 'server.js'];
  const cli = new CliRun(argv, join(workspaces, 'express-deps'));
  assert.equal(await cli.exit(), 0, cli.stderr);
  for (const suffix of suffixes) assert.ok(cli.stdout.includes(fileOf(suffix)), cli.stdout);
  await cli.leftNothing();
  saved = openSavedRun(readFileSync(fileOf('cpuprofile'), 'utf8'));
  assert.deepEqual(saved.report, JSON.parse(readFileSync(json, 'utf8')) as Report);
  assert.ok(onCpuOf(saved.profile) > 200);
});

test('each file is there, whole and for its owner only', () => {
  const names = readdirSync(folder).sort();
  assert.deepEqual(names, ['report.json', ...suffixes.map((each) => `saved.${each}`)].sort());
  for (const suffix of suffixes) {
    const { mode, size } = statSync(fileOf(suffix));
    assert.equal(mode & 0o777, 0o600, suffix);
    assert.ok(size > 1000, `${suffix} has ${size} bytes`);
  }
});

test('pprof-format reads what the report says', () => {
  const pprof = Pprof.decode(gunzipSync(readFileSync(fileOf('pb.gz'))));
  const text = (index: number | bigint) => pprof.stringTable.strings[Number(index)]!;
  const functions = new Map(pprof.function.map((fn) => [Number(fn.id), fn]));
  const places = new Map(pprof.location.map(({ id, line }) => [Number(id), line[0]!]));
  const stacks = pprof.sample.map(({ locationId, value }): ReadStack => {
    const keys = locationId.map((id) => {
      const { functionId } = places.get(Number(id))!;
      const { systemName, filename, startLine } = functions.get(Number(functionId))!;
      const file = text(filename);
      return file === '' ? text(systemName) : `${text(systemName)} ${file}:${Number(startLine)}`;
    });
    return { frames: keys.reverse(), value: Number(value[0]) };
  });
  assert.equal(sumOf(stacks), onCpuOf(saved.profile));
  assertSameFunctions(functionsOf(stacks), saved.profile);

  // The lines that ran, too, of the functions that have lines.
  const wanted = new Map<string, number>();
  const { samples, nodes, frames, functions: all } = saved.profile;
  for (const node of samples.node) {
    const frame = nodes.frame[node];
    if (frame === undefined || frames.exact[frame] !== 1 || frames.line[frame] === 0) continue;
    addTo(wanted, `${all[frames.function[frame]!]!.file}:${frames.line[frame]}`, 1);
  }
  const read = new Map<string, number>();
  for (const { locationId, value } of pprof.sample) {
    const { functionId, line } = places.get(Number(locationId[0]))!;
    const file = text(functions.get(Number(functionId))!.filename);
    if (Number(line) > 0) addTo(read, `${file}:${Number(line)}`, Number(value[0]));
  }
  assert.ok(wanted.size > 10);
  assert.deepEqual(read, wanted);
});

test('0x reads of a saved run what the report says', () => {
  const program = resolve(import.meta.dirname, '../../node_modules/0x/cmd.js');
  const made = spawnSync(
    process.execPath,
    [
      program,
      '--visualize-cpu-profile',
      fileOf('cpuprofile'),
      '--output-html',
      '{outputDir}/0x.html',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.equal(made.status, 0, made.stderr);
  const page = join(folder, '0x.html');
  assert.ok(existsSync(page), `${made.stdout}${made.stderr}${readdirSync(folder).join()}`);
  const script = readFileSync(page, 'utf8');
  const start = script.lastIndexOf('visualizer({"merged"') + 'visualizer('.length;
  const end = script.lastIndexOf(', {"');
  const { merged } = JSON.parse(script.slice(start, end)) as { merged: ZeroNode };
  const stacks = stacksOfZero(merged);
  // It leaves out what has a name in parentheses and calls nothing: the garbage collector, idle time.
  const { nodes, frames, samples, functions } = saved.profile;
  // In the file, nodes that differ by tier or line of the call alone are one.
  const paths: string[] = [''];
  const pathOf = (node: number): string =>
    (paths[node] ??= `${pathOf(nodes.parent[node]!)} ${frames.function[nodes.frame[node]!]!}`);
  const callers = new Set<string>();
  for (let node of new Set(samples.node)) {
    while (node > 0) callers.add(pathOf((node = nodes.parent[node]!)));
  }
  const isLeftOut = (node: number): boolean => {
    const fn = functions[frames.function[nodes.frame[node]!]!]!;
    return fn.name.startsWith('(') && fn.name !== '(anonymous)' && !callers.has(pathOf(node));
  };
  const kept = samples.node.filter((node) => node >= 0 && !isLeftOut(node));
  assert.equal(sumOf(stacks), kept.length);
  const profile = { ...saved.profile, samples: { ...samples, node: kept } };
  assertSameFunctions(functionsOf(stacks), profile, {
    keyOf: ({ name, file, line }) => {
      const shown = name === '(anonymous)' ? '' : name;
      return `${shown}${file === '' ? '' : ` ${fileUrl(file)}`}${line > 1 ? `:${line - 1}` : ''}`;
    },
  });
});

test('hotframe opens its own pprof with the same totals', async () => {
  const stacks = await openedStacks(fileOf('pb.gz'));
  assertSameFunctions(functionsOf(stacks), saved.profile, {
    keyOf: ({ name, file }) => `${name} ${file}`,
  });
});

test('hotframe opens its .cpuprofile without our part, with the times in it', async () => {
  const standard = JSON.parse(readFileSync(fileOf('cpuprofile'), 'utf8')) as StandardProfile;
  delete standard.hotframe;
  const stranger = join(folder, 'stranger.cpuprofile');
  writeFileSync(stranger, JSON.stringify(standard));
  const opened = functionsOf(await openedStacks(stranger));
  const wanted = functionsOf(timedStacks(standard));
  assert.ok(wanted.length > 10);
  const whole = (all: ReadFunction[]) => all.reduce((sum, { self }) => sum + self, 0);
  for (const { key, self, total } of wanted) {
    const found = opened.find((fn) => fn.key === key) ?? { self: 0, total: 0 };
    // Time is read as whole samples, of which these are few.
    const isNear = (part: number, of: number, what: string) =>
      assertNear(part / whole(opened), of / whole(wanted), 0.04, `${what} of ${key}`);
    isNear(found.self, self, 'self');
    isNear(found.total, total, 'total');
  }
});

interface StandardProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
  hotframe?: unknown;
}

/** Each stack with the microseconds until the next sample, idle time left out. */
function timedStacks({ nodes, samples, timeDeltas }: StandardProfile): ReadStack[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const stackOf = new Map<number, string[]>([[nodes[0]!.id, []]]);
  for (const { id, children = [] } of nodes) {
    for (const child of children) {
      const { functionName, url } = frames.get(child)!;
      const file = url.startsWith('file:') ? fileURLToPath(url) : url;
      stackOf.set(child, [...stackOf.get(id)!, `${functionName || '(anonymous)'} ${file}`]);
    }
  }
  return samples
    .map((id, i) => ({ frames: stackOf.get(id)!, value: timeDeltas[i + 1] ?? 0 }))
    .filter(({ frames }) => frames.at(-1) !== '(idle) ');
}

async function openedStacks(path: string): Promise<ReadStack[]> {
  const { profile } = await openProfiles([path], {
    workspaceFolders: [join(workspaces, 'express-deps')],
    areas: ['app'],
  });
  const { nodes, frames, samples, functions } = profile;
  return [...samples.node].flatMap((leaf): ReadStack[] => {
    const keys: string[] = [];
    for (let node = leaf; node > 0; node = nodes.parent[node]!) {
      const fn = functions[frames.function[nodes.frame[node]!]!]!;
      keys.push(`${fn.name} ${fn.file}`);
    }
    return leaf < 0 ? [] : [{ frames: keys.reverse(), value: 1 }];
  });
}

interface ZeroNode {
  name: string;
  top: number;
  children: ZeroNode[];
}

function stacksOfZero(root: ZeroNode): ReadStack[] {
  const stacks: ReadStack[] = [];
  const walk = (node: ZeroNode, above: string[]): void => {
    const frames = node === root ? [] : [...above, node.name];
    if (node.top > 0) stacks.push({ frames, value: node.top });
    for (const child of node.children) walk(child, frames);
  };
  walk(root, []);
  return stacks;
}

function sumOf(stacks: readonly ReadStack[]): number {
  return stacks.reduce((sum, { value }) => sum + value, 0);
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
