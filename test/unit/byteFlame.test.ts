import assert from 'node:assert/strict';
import inspector from 'node:inspector';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import {
  bytesPerSample,
  foreignFromHeap,
  type HeapNode,
} from '../../src/analysis/import/heapProfile.ts';
import { placeForeign } from '../../src/analysis/import/placeForeign.ts';
import { HeapSampler } from '../../src/engine/memory/heapSampler.ts';
import { filesOfRun } from '../../src/engine/profile/diskFiles.ts';
import { frameName } from '../../src/shared/frameText.ts';
import { byteReport, selfInPicture } from '../support/byteRun.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

/** The flamegraph of a run of allocations, whose samples are bytes. */

const visibility = { areas: ['app' as const], packages: [] };
const whole = { visibility, minShare: 0 };

test('each function has in the picture what the list says that it allocates', async () => {
  const profile = await recorded();
  const report = byteReport(profile, 64_000);
  const { functions, elsewhereBytesPerRequest } = report.memory!;
  assert.ok(
    // V8 may inline either of them here; in a run of allocations it does not.
    functions.some(({ name }) => ['rowsOf', 'textOf'].includes(name)),
    functions.map(({ name }) => name).join(', '),
  );
  const model = new FlameModel(profile, report, import.meta.dirname);
  const bytes = selfInPicture(model);
  for (const { name, file, line, bytesPerRequest } of functions) {
    const drawn = bytes.get(`${name} ${file}:${line}`) ?? 0;
    assert.ok(Math.abs(drawn - bytesPerRequest) < 1, `${name}: ${drawn}, ${bytesPerRequest}`);
  }
  assert.ok(Math.abs((bytes.get('elsewhere') ?? 0) - elsewhereBytesPerRequest!) < 1);
  const callers = model.query({ ...whole, inverted: true }).children;
  for (const { name, file, line, total } of callers.filter(({ functionId }) => functionId >= 0)) {
    const listed = functions.find((fn) => fn.name === name && fn.file === file && fn.line === line);
    assert.ok(Math.abs(total * 64_000 - listed!.bytesPerRequest) < 1, name);
  }
});

test('the whole is named by what is sampled', () => {
  const profile = profileFromStacks([[3, 'route:9', 'rows:30']]);
  const nameOf = (report = reportOf(profile)) =>
    frameName(new FlameModel(profile, report, '/app').query({ ...whole, inverted: false }));
  assert.equal(nameOf(), 'all on-CPU samples');
  assert.equal(nameOf(byteReport(profile, 1000)), 'all bytes of a request');
});

function rowsOf(count: number): number[][] {
  return Array.from({ length: count }, (_, at) => new Array<number>(200).fill(at));
}

function textOf(rows: number[][]): string {
  return rows.map((row) => row.join()).join('\n');
}

/** What V8 says that these two functions allocate in this process. */
async function recorded() {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-bytes-'));
  try {
    const sampler = new HeapSampler(inspector);
    let length = 0;
    for (let round = 0; round < 20; round++) length += textOf(rowsOf(500)).length;
    assert.ok(length > 0);
    const file = join(folder, 'heap.json');
    sampler.end(file);
    const head = JSON.parse(readFileSync(file, 'utf8')) as HeapNode;
    const isolate = { pid: 1, threadId: 0, role: 'main' } as const;
    const workspaceFolders = [import.meta.dirname];
    return await placeForeign(
      [foreignFromHeap(head, isolate, bytesPerSample([head]))],
      { sampler: 'inspector', tiers: false, lines: 'functions' },
      { workspaceFolders, files: filesOfRun(workspaceFolders), tellsInlined: true },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
