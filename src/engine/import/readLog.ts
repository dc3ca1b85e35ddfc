import { ImportError, tooLarge } from '../../analysis/import/foreignProfile.ts';
import type { ReadLog } from '../../analysis/import/logProfile.ts';
import { IsolateLog } from '../../analysis/log/isolateLog.ts';
import { V8LogReader } from '../../analysis/log/v8LogReader.ts';
import { skippedLinesNote } from '../../shared/samplerText.ts';
import type { ProfileBytes } from './profileBytes.ts';

const noLog = 'it is no V8 log';
/** A file that does not look like a log by this line is given up. */
const sureLines = 1_000_000;
/** Five hours of a busy server at one sample per millisecond. */
const maxSamples = 20_000_000;
/** Limits the memory that the log's code and stacks take. */
const maxGrownBytes = 1_000_000_000;

/** Reads a V8 log to its end. `notes` tells what could not be read. */
export async function readLog(source: ProfileBytes): Promise<ReadLog & { notes: string[] }> {
  const log = new IsolateLog();
  const reader = new V8LogReader(log);
  const startBytes = process.memoryUsage.rss();
  for await (const chunk of source.chunks()) {
    reader.push(chunk);
    if (reader.lines > sureLines && !reader.looksLikeV8Log) throw new ImportError(noLog);
    if (reader.hasEndlessLine) throw new ImportError('it has a line of more than 100 MB');
    if (log.sampleNodes.length > maxSamples) throw new ImportError(tooLarge);
    if (process.memoryUsage.rss() - startBytes > maxGrownBytes) throw new ImportError(tooLarge);
  }
  reader.end();
  if (!reader.looksLikeV8Log) throw new ImportError(noLog);
  const notes: string[] = [];
  if (reader.garbageLines > 0) {
    notes.push(skippedLinesNote(reader.garbageLines, reader.lines, source.name));
  }
  if (reader.cut) notes.push(`${source.name} ends in the middle of a line.`);
  return { log, pid: pidOf(source.name), notes };
}

/** The pid in `isolate-0x5f-4711-v8.log` (V8) or `isolate0x5f-4711-v8.log` (0x); 0 without one. */
function pidOf(name: string): number {
  const pid = Number(/isolate-?0x[0-9a-f]+-(\d+)-/i.exec(name)?.[1] ?? 0);
  return Number.isSafeInteger(pid) && pid < 2 ** 31 ? pid : 0;
}
