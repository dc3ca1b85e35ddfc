import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytesPerSample,
  foreignFromHeap,
  type HeapNode,
} from '../../src/analysis/import/heapProfile.ts';

function node(functionName: string, selfSize: number, ...children: HeapNode[]): HeapNode {
  const callFrame = { functionName, url: 'file:///app/a.js', lineNumber: 4, columnNumber: 2 };
  return { callFrame, selfSize, children };
}

const head = node('(root)', 0, node('route', 100, node('parse', 700)), node('route', 200));

test("the samples of a thread's heap profile are bytes", () => {
  const isolate = { pid: 1, threadId: 0, role: 'main' as const };
  const { functions, frames, nodes, samples } = foreignFromHeap(head, isolate, 10);
  const counts = new Map<string, number>();
  for (const index of samples.node) {
    const { name } = functions[frames.function[nodes.frame[index]!]!]!;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  assert.deepEqual(Object.fromEntries(counts), { route: 30, parse: 70 });
  assert.deepEqual([functions[0]!.line, functions[0]!.column], [5, 3], 'counted from 1');
  nodes.parent.forEach((parent, index) => assert.ok(parent < index, 'parents come first'));
});

test('small remainders are not lost, and all threads are measured in the same unit', () => {
  const many = node('(root)', 0, ...Array.from({ length: 1000 }, () => node('small', 3)));
  const isolate = { pid: 1, threadId: 0, role: 'main' as const };
  assert.equal(foreignFromHeap(many, isolate, 10).samples.node.length, 300);
  assert.equal(bytesPerSample([node('(root)', 0, node('a', 3e6)), node('(root)', 1e6)]), 200);
});

test('a stack of any depth is read', () => {
  let deep = node('leaf', 10);
  for (let depth = 0; depth < 100_000; depth++) deep = node('loop', 0, deep);
  const isolate = { pid: 1, threadId: 0, role: 'main' as const };
  assert.equal(foreignFromHeap(node('(root)', 0, deep), isolate, 1).samples.node.length, 10);
});
