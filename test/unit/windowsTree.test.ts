import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  processesInRows,
  type WindowsProcess,
} from '../../src/engine/processes/windowsProcesses.ts';
import { windowsMembers } from '../../src/engine/processes/windowsTree.ts';

/** What Windows tells of its processes, and which of them a run may end. */

test('reads the rows of PowerShell, some without a moment', () => {
  const rows = '0 0 \r\n4 0 1732300000123\r\n5120 4711 1732362000456\r\n';
  assert.deepEqual(processesInRows(rows), [
    { pid: 0, parent: 0, createdMs: null },
    { pid: 4, parent: 0, createdMs: 1732300000123 },
    { pid: 5120, parent: 4711, createdMs: 1732362000456 },
  ]);
});

test('reads the columns of wmic, which are UTF-16', () => {
  const table =
    'ParentProcessId  ProcessId  \r\n0                32         \r\n32               300';
  const output = Buffer.from(`\ufeff${table}`, 'utf16le').toString('utf8');
  assert.deepEqual(processesInRows(output), [
    { pid: 0, parent: 32, createdMs: null },
    { pid: 32, parent: 300, createdMs: null },
  ]);
});

const sinceMs = 1_000_000;

/** `pid parent seconds`, those after the run's begin. */
function rows(text: string): WindowsProcess[] {
  return text
    .trim()
    .split('\n')
    .map((row) => {
      const [pid, parent, seconds] = row.trim().split(/\s+/).map(Number);
      return { pid: pid!, parent: parent!, createdMs: sinceMs + seconds! * 1000 };
    });
}

function members(text: string, told: [pid: number, seconds: number][], ended: number[] = []) {
  const at = new Map(told.map(([pid, seconds]) => [pid, sinceMs + seconds * 1000]));
  const marks = { root: 100, sinceMs, told: at, ended: new Set(ended) };
  return windowsMembers(rows(text), marks).sort((a, b) => a - b);
}

test('finds what the server has started, and what those have', () => {
  const table = `
    100  50   1
    101 100   2
    102 101   3
     50   1 -99
    200  50   2`;
  assert.deepEqual(members(table, [[100, 1]]), [100, 101, 102]);
});

test('finds what a process has started that was ended before', () => {
  assert.deepEqual(members('101 100 2', [[100, 1]], [100]), [101]);
});

test('finds a process that has left the tree and told of itself', () => {
  assert.deepEqual(members('300 7 4\n301 300 5', [[300, 5]]), [300, 301]);
});

test('leaves one alone that has the id of an ended one, and what it has started', () => {
  const table = `
    300   7 60
    301 300 61`;
  assert.deepEqual(members(table, [[300, 5]]), []);
});

test("leaves one alone that is older than the run, whose parent's id the server has got", () => {
  const table = `
    100  50    1
    400 100 -500`;
  assert.deepEqual(members(table, [[100, 1]]), [100]);
});
