import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { NoiseStore } from '../../src/server/measure/noiseStore.ts';
import type { MeasureOptions } from '../../src/shared/measure.ts';
import type { LoadOptions, RunOptions } from '../../src/shared/runOptions.ts';

describe('the noise that is known', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'noise-store-'));
    file = join(folder, 'storage', 'noise.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const load: LoadOptions = {
    url: '/orders?token=secret-of-ann',
    method: 'GET',
    headers: {},
    requests: [{ method: 'GET', path: '/a', headers: {}, weight: 2 }],
    scenario: 'shop',
    connections: 4,
    durationS: 2,
    warmupS: 1,
    pipelining: 1,
    rate: 100,
    timeoutS: 10,
  };

  type Change = Partial<Omit<RunOptions, 'load'>> & { load?: Partial<LoadOptions> };

  function measuring(change: Change = {}): MeasureOptions {
    return {
      run: {
        command: ['node', 'server.js', '--api-key=secret-of-ann'],
        cwd: '/shop',
        env: {},
        workspaceFolders: [],
        startTimeoutS: 20,
        intervalMicros: 1000,
        exactLines: false,
        areas: ['app'],
        ...change,
        load: { ...load, ...change.load },
      },
      base: { kind: 'revision', revision: 'HEAD' },
      head: { kind: 'working-tree' },
      build: null,
      links: [],
      budgetS: 60,
      precisionPercent: 2,
    };
  }

  const noise = (degreesOfFreedom: number) => ({
    cpuMicrosPerRequest: { logDeviation: 0.02, degreesOfFreedom },
  });

  test('knows the noise of a server and load again, and none of another', () => {
    assert.deepEqual(new NoiseStore(file).find(measuring()), {});
    new NoiseStore(file).keep(measuring(), noise(3));
    const store = new NoiseStore(file);
    assert.deepEqual(store.find(measuring()), noise(3));
    const another: Change[] = [
      { command: ['node', 'other.js'] },
      { cwd: '/other' },
      { node: '/opt/node' },
      { intervalMicros: 500 },
      ...(
        [
          { url: '/customers' },
          { method: 'POST' },
          { requests: [] },
          { requests: [{ method: 'GET', path: '/a', headers: {}, weight: 3 }] },
          { scenario: 'stock' },
          { connections: 8 },
          { durationS: 3 },
          { pipelining: 2 },
          { rate: 50 },
        ] satisfies Partial<LoadOptions>[]
      ).map((part) => ({ load: part })),
    ];
    for (const change of another) {
      assert.deepEqual(store.find(measuring(change)), {}, JSON.stringify(change));
    }
  });

  test('takes a server with another secret, or another base, for the same', () => {
    const store = new NoiseStore(file);
    store.keep(measuring(), noise(3));
    const change: Change = {
      command: ['node', 'server.js', '--api-key=secret-of-bob'],
      load: { url: '/orders?token=secret-of-bob' },
    };
    const base = { kind: 'revision', revision: 'v1' } as const;
    assert.deepEqual(store.find({ ...measuring(change), base }), noise(3));
  });

  test('keeps the last noise of each, for its owner only and without what was measured', () => {
    const store = new NoiseStore(file);
    store.keep(measuring(), noise(3));
    store.keep(measuring({ cwd: '/other' }), noise(5));
    store.keep(measuring(), noise(4));
    assert.deepEqual(store.find(measuring()), noise(4));
    assert.deepEqual(store.find(measuring({ cwd: '/other' })), noise(5));
    const text = readFileSync(file, 'utf8');
    assert.equal(Object.keys(JSON.parse(text) as object).length, 2);
    assert.doesNotMatch(text, /shop|server|orders|secret/);
    if (process.platform === 'win32') return;
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, 'storage')).mode & 0o777, 0o700);
  });

  test('forgets what was measured longest ago beyond a hundred', () => {
    const store = new NoiseStore(file);
    const at = (n: number) => measuring({ cwd: `/shop-${n}` });
    for (let n = 0; n < 99; n++) store.keep(at(n), noise(n));
    store.keep(at(0), noise(200));
    store.keep(at(99), noise(99));
    store.keep(at(100), noise(100));
    const known = [0, 1, 2, 99, 100].map((n) => store.find(at(n)).cpuMicrosPerRequest);
    assert.deepEqual(
      known.map((each) => each?.degreesOfFreedom),
      [200, undefined, 2, 99, 100],
    );
  });

  test('begins anew where the file is none of its own or too large to read', () => {
    mkdirSync(join(folder, 'storage'));
    const store = new NoiseStore(file);
    store.keep(measuring(), noise(3));
    const kept = JSON.parse(readFileSync(file, 'utf8')) as object;
    const large = JSON.stringify({ ...kept, more: 'a'.repeat(6_000_000) });
    for (const text of ['', 'null', '7', '"text"', '{"cut', large]) {
      writeFileSync(file, text);
      assert.deepEqual(store.find(measuring()), {}, text.slice(0, 10));
      store.keep(measuring(), noise(3));
      assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), kept, text.slice(0, 10));
    }
  });

  test('is no reason to fail where it can’t be written', () => {
    mkdirSync(join(folder, 'storage'));
    writeFileSync(file, '');
    const nowhere = new NoiseStore(join(file, 'noise.json'));
    nowhere.keep(measuring(), noise(3));
    assert.deepEqual(nowhere.find(measuring()), {});
  });
});
