import { ImportError, tooLarge } from '../../analysis/import/foreignProfile.ts';
import type { ReadLog } from '../../analysis/import/logProfile.ts';
import { IsolateLog } from '../../analysis/log/isolateLog.ts';
import { V8LogReader } from '../../analysis/log/v8LogReader.ts';
import { skippedLinesNote } from '../../shared/samplerWords.ts';
import type { ProfileBytes } from './profileBytes.ts';

const noLog = 'it is no V8 log';
/** After these, what begins as a log and goes on as something else is not read to its end. */
const sureLines = 1_000_000;
/** Five hours of a server that is always busy, each millisecond. */
const maxSamples = 20_000_000;
/** What the code and the stacks of a log may take. */
const maxGrownBytes = 1_000_000_000;

/** Reads a V8 log to its end. `notes`: what of it could not be read. */
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

/** V8's `isolate-0x5f-4711-v8.log`, 0x's `isolate0x5f-4711-v8.log`; 0 where the name has none. */
function pidOf(name: string): number {
  const pid = Number(/isolate-?0x[0-9a-f]+-(\d+)-/i.exec(name)?.[1] ?? 0);
  return Number.isSafeInteger(pid) && pid < 2 ** 31 ? pid : 0;
}
