import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findingsOfGrowth } from '../../src/analysis/findings/findings.ts';
import { HeapSnapshot, type SnapshotFile } from '../../src/analysis/growth/heapSnapshot.ts';
import { heldObjects } from '../../src/analysis/growth/holders.ts';
import { handlesGrow, isSteady, memoryGrows } from '../../src/analysis/growth/judgeGrowth.ts';
import { leaksOf } from '../../src/analysis/growth/leaks.ts';
import { survivorsByBlock, type LiveProfile } from '../../src/analysis/growth/liveProfile.ts';
import { framesOf } from '../../src/engine/memory/openedHandles.ts';
import type { GrowthMark, GrowthReport } from '../../src/shared/growth.ts';
import type { MemoryReport } from '../../src/shared/memory.ts';

const requests = [1000, 1000, 1000, 1000, 1000, 1000];

describe('what grows through all blocks is told from what fills up', () => {
  for (const [what, growth, wanted] of [
    ['a leak', [100, 110, 90, 100, 105, 95], true],
    ['a leak while V8 frees code in one block', [100, 110, 90, -200, 105, 95], true],
    ['a cache that is full after two blocks', [100, 60, 0, 0, 0, 0], false],
    ['a cache that is full after five blocks', [100, 100, 100, 100, 100, 0], false],
    ['what slows down', [100, 80, 60, 30, 20, 10], false],
    ['survivors of the last blocks alone', [0, 0, 0, 0, 100, 100], false],
    ['noise', [10, -20, 30, -10, 5, -10], false],
  ] as const) {
    test(`${what} ${wanted ? 'grows' : 'does not'}`, () => {
      assert.equal(isSteady(growth, requests), wanted);
    });
  }

  test('a block with few requests is no sign of an end', () => {
    assert.ok(isSteady([100, 100, 100, 100, 10, 100], [1000, 1000, 1000, 1000, 100, 1000]));
  });
});

/** In use at each mark. */
function marks(used: number[], timers = 3): GrowthMark[] {
  return used.map((usedBytes, at) => {
    const resources = { Timeout: timers * at + 1, TCPServerWrap: 1 };
    const counted = { files: null, maxFiles: null, lastSample: at };
    return { usedBytes, externalBytes: 0, resources, ...counted };
  });
}

test('growth that is within the noise of the heap is none', () => {
  const at = (bytes: number) => [marks([0, 1, 2, 3, 4, 5, 6].map((each) => 5e6 + each * bytes))];
  assert.equal(memoryGrows(at(100_000), requests), true);
  assert.equal(memoryGrows(at(20_000), requests), false);
});

test('code that V8 frees in one block does not hide a leak of few requests', () => {
  const used = [9.337e6, 9.591e6, 9.803e6, 9.971e6, 10.205e6, 9.362e6, 9.586e6];
  assert.equal(memoryGrows([marks(used)], [821, 772, 587, 767, 695, 699]), true);
});

test('handles of which more are open after each block are told, and others are not', () => {
  const used = [0, 0, 0, 0, 0, 0, 0];
  assert.deepEqual(handlesGrow([marks(used, 50)], requests), [
    { kind: 'Timeout', perRequest: 0.05, open: 301 },
  ]);
  assert.deepEqual(handlesGrow([marks(used, 1)], requests), [], 'six are those of a pool');
});

test('files that stay open until the process may open no more are told', () => {
  const files = [20, 320, 620, 920, 1020, 1020, 1020];
  const limited = (maxFiles: number) =>
    marks(files).map((mark, at) => ({ ...mark, files: files[at]!, maxFiles }));
  assert.deepEqual(handlesGrow([limited(1024)], requests), [
    { kind: 'files', perRequest: 0.3, open: 1020 },
  ]);
  assert.deepEqual(handlesGrow([limited(20_000)], requests), [], 'a cache of files is full');
  const half = [20, 170, 320, 470, 620, 770, 920];
  const process = marks(half, 0).map((mark, at) => ({ ...mark, files: half[at]!, maxFiles: 1024 }));
  assert.deepEqual(
    handlesGrow([process, process], requests),
    [{ kind: 'files', perRequest: 0.3, open: 1840 }],
    'each process has a limit of its own',
  );
});

test('what is alive is told by the block that allocated it', () => {
  const callFrame = { functionName: 'keep', url: 'a.js', lineNumber: 0, columnNumber: 0 };
  const live: LiveProfile = {
    head: { id: 1, callFrame, selfSize: 99, children: [] },
    samples: [
      { nodeId: 1, size: 8, ordinal: 2 },
      { nodeId: 1, size: 16, ordinal: 4 },
      { nodeId: 1, size: 16, ordinal: 5 },
      { nodeId: 1, size: 32, ordinal: 9 },
    ],
  };
  const bytes = survivorsByBlock(live, [3, 5, 8, 9]).map(({ selfSize }) => selfSize);
  assert.deepEqual(bytes, [32, 0, 32]);
});

/** root ─ Context ─sessions─► Map ─table─► (table) ─► Session ─data─► Array; what is above 100 is new. */
function snapshot(): HeapSnapshot {
  const strings = ['', 'root', 'system / Context', 'Map', 'Session', 'Array'];
  strings.push('sessions', 'table', 'data', 'keep', '/app/a.js');
  const [synthetic, object, array] = [0, 1, 2];
  const [context, property, internal, element] = [0, 1, 2, 3];
  const file: SnapshotFile = {
    snapshot: {
      meta: {
        node_fields: ['type', 'name', 'id', 'self_size', 'edge_count', 'trace_node_id'],
        node_types: [['synthetic', 'object', 'array']],
        edge_fields: ['type', 'name_or_index', 'to_node'],
        edge_types: [['context', 'property', 'internal', 'element', 'weak']],
        trace_function_info_fields: ['function_id', 'name', 'script_name', 'line', 'column'],
      },
    },
    nodes: [
      ...[synthetic, 1, 1, 0, 1, 0],
      ...[object, 2, 3, 0, 1, 0],
      ...[object, 3, 5, 0, 1, 0],
      ...[array, 0, 101, 64, 1, 7],
      ...[object, 4, 103, 32, 1, 7],
      ...[object, 5, 105, 160, 0, 7],
    ],
    edges: [
      ...[element, 0, 6],
      ...[context, 6, 12],
      ...[internal, 7, 18],
      ...[element, 0, 24],
      ...[property, 8, 30],
    ],
    strings,
    trace_function_infos: [0, 0, 0, 0, 0, 1, 9, 10, 4, 2],
    trace_tree: [1, 0, 0, 0, [7, 1, 3, 256, []]],
  };
  return new HeapSnapshot(file);
}

test('new objects are held by the nearest older one, by its name in the code', () => {
  const heap = snapshot();
  const stacks = heap.stacksWith((url) => (url === '/app/a.js' ? 'counts' : 'other'));
  assert.deepEqual([...stacks], [7]);
  const [held, ...others] = heldObjects(heap, 100, stacks);
  assert.deepEqual(others, []);
  const { holder, className, bytes, byTrace } = held!;
  assert.deepEqual([holder, className, bytes], ['sessions (Map)', 'Session', 256]);
  const [keep] = heap.allocations(byTrace).children;
  assert.deepEqual([keep!.selfSize, keep!.callFrame.lineNumber], [256, 3], 'counted from 0');
});

test('the functions whose memory one object holds are one leak', () => {
  const fn = (name: string, line: number) => ({ name, file: '/app/a.js', line });
  const held = {
    ...{ holder: 'sessions (Map)', className: 'Session' },
    functions: [
      { ...fn('open', 3), bytes: 900 },
      { ...fn('key', 9), bytes: 100 },
    ],
  };
  const grown = [fn('key', 9), fn('open', 3), fn('log', 20)].map((each, index) => {
    return { ...each, bytesPerRequest: [40, 300, 50][index]! };
  });
  const told = leaksOf(grown, [held]).map(({ name, holder, bytesPerRequest, others }) => {
    return [name, holder, bytesPerRequest, others.map((each) => each.name)];
  });
  assert.deepEqual(told, [
    ['open', 'sessions (Map)', 340, ['key']],
    ['log', null, 50, []],
  ]);
});

test('the memory of handles that stay open is no finding of its own', () => {
  const place = { name: 'watch', file: '/app/a.js', line: 5 };
  const leak = { ...place, bytesPerRequest: 200, ownBytesPerRequest: 200, others: [] };
  const growth: GrowthReport = {
    ...{ startBytes: 0, blocks: [{ requests: 500, usedBytes: 100_000 }], problem: null },
    leaks: [{ ...leak, className: 'Timeout', holder: null }],
    handles: [{ ...place, what: 'Timeout', perRequest: 1, open: 500, example: null }],
  };
  const found = (given: GrowthReport) =>
    findingsOfGrowth({
      ...{ load: null, sampling: null, lines: [], functions: [] },
      memory: { growth: given } as MemoryReport,
    });
  assert.deepEqual(
    found(growth).map(({ kind, line, perRequest }) => [kind, line, perRequest]),
    [['handle-leak', 5, 1]],
  );
  const [handle] = growth.handles;
  // V8 may give the function another name than the stack of the handle does.
  const named = found({ ...growth, handles: [{ ...handle!, name: '(anonymous)' }] });
  assert.deepEqual(
    named.map(({ kind }) => kind),
    ['handle-leak'],
  );
  const [alone] = found({ ...growth, handles: [] });
  assert.deepEqual([alone?.kind, alone?.bytes], ['memory-leak', 200]);
});

test('reads the frames of a stack, with names or without', () => {
  const stack = `Error
    at init (/app/own.cjs:1:2)
    at new Pool (/app/pool.js:3:5)
    at file:///app/main.mjs:9:1
    at async Promise.all (index 0)
    at node:internal/timers:165:5`;
  assert.deepEqual(framesOf(stack, '/app/own.cjs'), [
    { name: 'new Pool', url: '/app/pool.js', line: 3, column: 5 },
    { name: '', url: 'file:///app/main.mjs', line: 9, column: 1 },
    { name: '', url: 'node:internal/timers', line: 165, column: 5 },
  ]);
});
