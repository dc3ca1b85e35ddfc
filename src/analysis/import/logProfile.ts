import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import type { IsolateLog } from '../log/isolateLog.ts';
import { scriptPath } from '../text/scriptPath.ts';
import { mergeProfile } from '../merge/mergeProfile.ts';
import { ImportError } from './foreignProfile.ts';
import { ownFolders } from './ownFolders.ts';
import type { ImportedProfile, ImportOptions } from './placeForeign.ts';
import { medianInterval } from './timedSamples.ts';

export interface ReadLog {
  log: IsolateLog;
  pid: number;
}

/** Logs made by others have no marked window. */
const wholeLogNote =
  'All of the log is measured, from the start of the program to its end: start-up and warm-up are in it.';

/** Makes a profile of V8's own logs, one for each isolate of a run, over their whole time. */
export async function profileFromLogs(
  logs: readonly ReadLog[],
  format: string,
  options: ImportOptions,
): Promise<ImportedProfile> {
  const samples = logs.reduce((sum, { log }) => sum + log.sampleNodes.length, 0);
  if (samples === 0) throw new ImportError('it has no samples');
  const interval = logs[0]!.log.intervalMicros ?? medianInterval(timesOf(logs[0]!.log)) ?? 1000;
  const windowMicros = logs.reduce((end, { log }) => Math.max(end, lastMicros(log)), 0) + interval;
  const urls = logs.flatMap(({ log }) => [...log.scripts.values()].map(({ url }) => url));
  const workspaceFolders = ownFolders(urls.map(scriptPath), options.workspaceFolders);
  const profile = await mergeProfile(
    logs.map(({ log, pid }, index) => ({
      log,
      pid: log.clock?.pid ?? pid,
      threadId: log.clock?.threadId ?? (isWorker(log) ? -1 : 0),
      role: isWorker(log) ? 'worker' : index === 0 || pid === logs[0]!.pid ? 'main' : 'child',
      windowOffsetMicros: 0,
    })),
    {
      windowMs: windowMicros / 1000,
      intervalMicros: interval,
      startedAtMs: (options.takenAtMs ?? Infinity) - windowMicros / 1000,
      workspaceFolders,
      files: options.files,
    },
  );
  const origin: ProfileOrigin = { sampler: 'imported', format, tiers: true, lines: 'calls' };
  const knowsDeopts = logs.some(({ log }) => log.deopts.length > 0);
  return {
    ...profile,
    origin,
    workspaceFolders,
    misplacedSamples: 0,
    notes: [
      wholeLogNote,
      ...(knowsDeopts
        ? []
        : [
            'The log tells of no deoptimization: there was none, or it was taken without --log-deopt.',
          ]),
      ...profile.notes,
    ],
  };
}

function timesOf({ sampleTimes }: IsolateLog): Float64Array {
  return sampleTimes.items.subarray(0, sampleTimes.length);
}

function lastMicros({ sampleTimes }: IsolateLog): number {
  let last = 0;
  for (let i = 0; i < sampleTimes.length; i++) last = Math.max(last, sampleTimes.at(i));
  return last;
}

/** A worker thread starts with this script. */
function isWorker({ clock, scripts }: IsolateLog): boolean {
  if (clock) return clock.threadId !== 0;
  for (const { url } of scripts.values())
    if (url === 'node:internal/main/worker_thread') return true;
  return false;
}
