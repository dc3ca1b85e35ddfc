/**
 * Reads the V8 log given as argument in one of two ways and prints what it took as JSON: `reader`
 * (ours, up to the report) or `scan` (line ends only: the limit). A process of its own, so that
 * the peak memory is that of the reading.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { IsolateLog } from '../../src/analysis/log/isolateLog.ts';
import { LineSplitter } from '../../src/analysis/log/logLines.ts';
import { mergeProfile } from '../../src/analysis/profile/mergeProfile.ts';
import { V8LogReader } from '../../src/analysis/log/v8LogReader.ts';
import type { Area } from '../../src/shared/vocabulary.ts';

const [way, path] = process.argv.slice(2);
const chunk = new Uint8Array(1 << 20);
const before = process.resourceUsage().maxRSS;
const start = performance.now();
let bytes = 0;

function readChunks(push: (chunk: Uint8Array) => void): void {
  const file = openSync(path!, 'r');
  for (;;) {
    const count = readSync(file, chunk, 0, chunk.length, null);
    if (count === 0) break;
    bytes += count;
    push(chunk.subarray(0, count));
  }
  closeSync(file);
}

let found = 0;
let readMs = 0;
if (way === 'scan') {
  const lines = new LineSplitter(() => found++);
  readChunks((part) => lines.push(part));
  readMs = performance.now() - start;
} else {
  const log = new IsolateLog();
  const reader = new V8LogReader(log);
  readChunks((part) => reader.push(part));
  reader.end();
  readMs = performance.now() - start;
  const end = log.sampleTimes.at(log.sampleTimes.length - 1);
  const profile = await mergeProfile(
    [{ log, pid: 1, threadId: 0, role: 'main', windowOffsetMicros: 0 }],
    {
      windowMs: end / 1000 + 1,
      intervalMicros: 1000,
      startedAtMs: 0,
      workspaceFolders: [process.cwd()],
      files: { read: () => Promise.resolve(null), exists: () => false, changedMs: () => null },
    },
  );
  found = buildReport(profile, new Set<Area>(['app'])).samples;
}
console.log(
  JSON.stringify({
    found,
    readMs,
    wholeMs: performance.now() - start,
    mbPerS: bytes / 1e3 / readMs,
    startMb: before / 1024,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
