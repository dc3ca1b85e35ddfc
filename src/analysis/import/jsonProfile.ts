import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import type { ProfileIsolate } from '../profile/profile.ts';
import type { IsolateLog } from '../log/isolateLog.ts';
import { foreignFromTrace, traceEvents } from './chromeTrace.ts';
import { cpuProfileOrigin, foreignFromCpuProfile } from './cpuProfile.ts';
import { ImportError, type ForeignProfile } from './foreignProfile.ts';
import { isPreprocessedLog, readPreprocessedLog } from './preprocessedLog.ts';
import { foreignFromZeroXTicks, isZeroXTicks, zeroXOrigin } from './zeroXTicks.ts';
import { isRow, textOf, type Row } from './readObject.ts';

/** The content of a JSON file: threads with places of the code that ran, or a log. */
export type JsonProfile =
  | { kind: 'foreign'; origin: ProfileOrigin; threads: ForeignProfile[] }
  | { kind: 'log'; format: string; log: IsolateLog; notes: string[] };

/** Reads any supported JSON format of profiles; throws ImportError with the reason. */
export function readJsonProfile(json: unknown, isolate: ProfileIsolate): JsonProfile {
  if (isPreprocessedLog(json)) {
    return {
      kind: 'log',
      format: "V8 log, as V8's own processor writes it",
      log: readPreprocessedLog(json),
      notes: [
        "V8's processor names few of its builtins: the time of the others is that of native code.",
      ],
    };
  }
  const events = traceEvents(json);
  if (events) {
    const origin = { ...cpuProfileOrigin, format: 'trace with CPU samples of V8' };
    return { kind: 'foreign', origin, threads: foreignFromTrace(events) };
  }
  if (isZeroXTicks(json)) {
    return { kind: 'foreign', origin: zeroXOrigin, threads: [foreignFromZeroXTicks(json)] };
  }
  if (isRow(json)) {
    const other = otherKind(json);
    if (other !== null) throw new ImportError(other);
    if ('nodes' in json || 'head' in json) {
      const threads = [foreignFromCpuProfile(json, isolate)];
      return { kind: 'foreign', origin: cpuProfileOrigin, threads };
    }
  }
  throw new ImportError('it is JSON, and no profile that Hotframe knows');
}

/** Names other kinds of files that people mistake for CPU profiles. */
function otherKind(json: Row): string | null {
  if ('snapshot' in json) return 'it is a heap snapshot, which says nothing of time';
  const head = json['head'];
  if (isRow(head) && 'selfSize' in head) return 'it is a heap profile, which says nothing of time';
  if (textOf(json['$schema']).includes('speedscope')) {
    return "it is in speedscope's own form, which Hotframe writes and does not read";
  }
  if (isRow(json['meta']) && Array.isArray(json['threads'])) {
    return 'it is a profile of Firefox, which Hotframe does not read';
  }
  return null;
}
