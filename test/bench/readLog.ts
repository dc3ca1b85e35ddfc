/**
 * Reads the V8 log given as argument in one of three ways and prints what it took as JSON: `reader`
 * (ours, up to the report), `again` (the same, after the log was read once) or `scan` (line ends only:
 * the limit). A process of its own, so that the peak memory is that of the reading.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { IsolateLog } from '../../src/analysis/log/isolateLog.ts';
import { LineSplitter } from '../../src/analysis/log/logLines.ts';
import { mergeProfile } from '../../src/analysis/merge/mergeProfile.ts';
import { V8LogReader } from '../../src/analysis/log/v8LogReader.ts';
import type { Area } from '../../src/shared/vocabulary.ts';

const [way, path] = process.argv.slice(2);
const chunk = Buffer.alloc(1 << 20);
const before = process.resourceUsage().maxRSS;

interface Times {
  found: number;
  bytes: number;
  readMs: number;
  wholeMs: number;
}

/** The file's size. */
function readChunks(push: (chunk: Uint8Array) => void): number {
  const file = openSync(path!, 'r');
  let bytes = 0;
  for (;;) {
    const count = readSync(file, chunk, 0, chunk.length, null);
    if (count === 0) break;
    bytes += count;
    push(chunk.subarray(0, count));
  }
  closeSync(file);
  return bytes;
}

function scan(): Times {
  const start = performance.now();
  let found = 0;
  const lines = new LineSplitter(() => found++);
  const bytes = readChunks((part) => lines.push(part));
  const readMs = performance.now() - start;
  return { found, bytes, readMs, wholeMs: readMs };
}

async function read(): Promise<Times> {
  const start = performance.now();
  const log = new IsolateLog();
  const reader = new V8LogReader(log);
  const bytes = readChunks((part) => reader.push(part));
  reader.end();
  const readMs = performance.now() - start;
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
  const found = buildReport(profile, new Set<Area>(['app'])).samples;
  return { found, bytes, readMs, wholeMs: performance.now() - start };
}

if (way === 'again') await read();
const { bytes, ...times } = way === 'scan' ? scan() : await read();
console.log(
  JSON.stringify({
    ...times,
    mbPerS: bytes / 1e3 / times.readMs,
    startMb: before / 1024,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
