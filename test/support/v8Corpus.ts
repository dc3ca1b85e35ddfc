import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { IsolateLog } from '../../src/analysis/log/isolateLog.ts';
import { V8LogReader } from '../../src/analysis/log/v8LogReader.ts';
import { mergeProfile } from '../../src/analysis/merge/mergeProfile.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';

/**
 * The corpus: real V8 logs of each Node.js line, trimmed, with the report of each as text.
 * `npm run fixtures` records the `tiers-*` ones anew (recordCorpus.ts).
 */
export const corpusFolder = fileURLToPath(new URL('../fixtures/v8log/', import.meta.url));

/** Where the files of a trimmed log seem to be. */
export const corpusApp = '/app';

/** What the reports are of: the end of each log. */
export const corpusWindowMs = 1200;

/** The samples of the last {@link corpusWindowMs} of a log. */
export async function corpusProfile(name: string): Promise<{
  profile: Profile;
  log: IsolateLog;
  reader: V8LogReader;
}> {
  const bytes = readFileSync(join(corpusFolder, name));
  const log = new IsolateLog();
  const reader = new V8LogReader(log);
  reader.push(name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  reader.end();
  const endMicros = log.sampleTimes.at(log.sampleTimes.length - 1) + 1;
  const isolate = { log, pid: 1, threadId: 0, role: 'main' as const };
  const windowOffsetMicros = corpusWindowMs * 1000 - endMicros;
  const profile = await mergeProfile([{ ...isolate, windowOffsetMicros }], {
    ...{ windowMs: corpusWindowMs, intervalMicros: log.intervalMicros ?? 1000 },
    ...{ startedAtMs: 0, workspaceFolders: [corpusApp] },
    files: { read: () => Promise.resolve(null), exists: () => false, changedMs: () => null },
  });
  return { profile, log, reader };
}
