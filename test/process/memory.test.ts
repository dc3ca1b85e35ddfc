import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { detail, withDetails } from '../support/detail.ts';
import { nodeBinary, testedLines, thisLine } from '../support/nodeVersions.ts';
import { succeeded, watchRun, withFolder } from './engineHarness.ts';

/** About what Node.js allocates for an answer. */
const answerBytes = 6000;

/** What a request does, of several kinds of memory. */
const work = `
const works = {
  objects() {
    const rows = [];
    for (let id = 0; id < 4000; id++) rows.push({ id, name: 'n' + id, price: id * 1.5 });
    return rows.length;
  },
  text() {
    const rows = Array.from({ length: 2000 }, (_, id) => ({ id, text: 'hello ' + id }));
    return JSON.parse(JSON.stringify(rows)).length;
  },
  // In a space of its own, since each is large.
  arrays: () => new Array(60_000).fill(0.5).length + new Array(30_000).fill(1).length,
};
module.exports = works[process.env.WORK];
`;

const server = `
const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const work = require('./work.js');
if (!isMainThread) {
  parentPort.on('message', () => parentPort.postMessage(work()));
} else if (process.env.THREAD) {
  const waiting = [];
  const worker = new Worker(__filename);
  worker.on('message', (length) => waiting.shift().end(String(length)));
  serve((response) => { waiting.push(response); worker.postMessage(0); });
} else {
  serve((response) => response.end(String(work())));
}
function serve(answer) {
  require('node:http').createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
}
`;

/** Counts by itself, with collections forced and none in between. */
const count = `
const { getHeapStatistics } = require('node:v8');
const work = require('./work.js');
for (let i = 0; i < 1000; i++) work();
const counts = [];
for (let round = 0; round < 5; round++) {
  gc();
  // A collection empties caches that V8 fills again.
  for (let i = 0; i < 3; i++) work();
  const before = getHeapStatistics().used_heap_size;
  for (let i = 0; i < 60; i++) work();
  counts.push((getHeapStatistics().used_heap_size - before) / 60);
}
console.log(counts.sort((a, b) => a - b)[2]);
`;

/** What a request does, and whether a thread does it. */
const works = [
  ['objects', ''],
  ['arrays', ''],
  ['text', ''],
  ['objects', 'own'],
] as const;

const files = { 'work.js': work, 'server.js': server, 'count.js': count };

async function counted(folder: string, node: string, name: string): Promise<number> {
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];
  const { stdout } = await promisify(execFile)(node, [...flags, 'count.js'], {
    cwd: folder,
    env: { ...process.env, WORK: name },
  });
  return Number(stdout);
}

describe('bytes of a request are what the server counts itself with collections forced', () => {
  for (const major of testedLines()) {
    test(`on Node ${major}`, async (context) => {
      const node = await nodeBinary(major);
      await withFolder(files, async (folder) => {
        // On each line V8 counts in the same way, whatever the memory is of.
        const isWhole = withDetails && [thisLine, 24].includes(major);
        for (const [name, thread] of isWhole ? works : works.slice(0, 2)) {
          const known = answerBytes + (await counted(folder.path, node, name));
          const env = { WORK: name, THREAD: thread };
          const load = { durationS: 1.2, warmupS: 0.8, connections: 2 };
          const { report } = succeeded(
            await watchRun(folder, { node, env, load, chargesAwaits: false }),
          );
          const { bytesPerRequest, gcMsPerRequest, problem } = report.memory!;
          const what = `${name} ${thread}: ${bytesPerRequest} bytes, ${known} counted`;
          context.diagnostic(what);
          assert.equal(problem, null);
          assert.ok(Math.abs(bytesPerRequest! / known - 1) < 0.05, what);
          const ms = (report.load!.durationS * 1000) / report.load!.requests;
          assert.ok(gcMsPerRequest! > 0 && gcMsPerRequest! < 2 * ms, `${gcMsPerRequest} of ${ms}`);
          assert.ok(report.signals!.gc[0]!.count > 0, 'the collections are told by kind');
        }
      });
    });
  }
});

const allocating = `
const rows = (count) => {
  const made = [];
  for (let id = 0; id < count; id++) made.push({ id, price: id * 1.5 });
  return made;
};
// Small enough to be inlined, and called by the one above all.
function padded(text) { return new Array(20).fill(text); }
function names() {
  const made = [];
  for (let i = 0; i < 500; i++) made.push(padded(i));
  return made;
}
function kept() { return names().length + rows(1000).length; }
require('node:http').createServer(function answer(_, response) {
  response.end(String(kept()));
}).listen(0, '127.0.0.1');
`;

describe('a run of allocations names the functions that allocate, inlined ones too', () => {
  for (const major of testedLines([20, 22, 24, 26])) {
    detail(`on Node ${major}`, async (context) => {
      const node = await nodeBinary(major);
      await withFolder({ 'server.js': allocating }, async (folder) => {
        const load = { durationS: 1.5, warmupS: 1, connections: 2 };
        const { report } = succeeded(await watchRun(folder, { node, load, allocations: true }));
        const { functions, bytesPerRequest, elsewhereBytesPerRequest } = report.memory!;
        const bytes = Object.fromEntries(
          functions.map((each) => [each.name, each.bytesPerRequest]),
        );
        context.diagnostic(JSON.stringify({ ...bytes, bytesPerRequest }));
        // An array of 20 has 16 bytes of its own, and its elements 16 and 8 for each.
        const padded = 500 * (32 + 16 + 20 * 8);
        // An object of two properties and a number, beside the array and what it outgrew.
        const rows = 1000 * (40 + 16);
        const near = (name: string, known: number, share: number) =>
          assert.ok(
            Math.abs(bytes[name]! / known - 1) < share,
            `${name}: ${bytes[name]}, ${known}`,
          );
        near('padded', padded, 0.1);
        assert.ok(bytes['rows']! > rows && bytes['rows']! < 2 * rows, `rows: ${bytes['rows']}`);
        assert.ok((bytes['kept'] ?? 0) < 0.02 * bytesPerRequest!, 'it only calls the others');
        const sum = functions.reduce((all, each) => all + each.bytesPerRequest, 0);
        assert.ok(Math.abs((sum + elsewhereBytesPerRequest!) / bytesPerRequest! - 1) < 0.001);
        assert.deepEqual([report.sampling, report.lines, report.functions], [null, [], []]);
      });
    });
  }
});
