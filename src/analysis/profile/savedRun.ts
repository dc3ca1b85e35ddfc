import type { Report } from '../../shared/report.ts';
import { cpuProfileKeys } from '../export/cpuProfile.ts';
import type { Profile } from './profile.ts';
import { profileFromJson, profileToJson } from './profileJson.ts';
import { reportFromJson } from '../report/reportJson.ts';

export interface SavedRun {
  profile: Profile;
  report: Report;
}

/**
 * The run as a `.cpuprofile` that Chrome DevTools, speedscope and VS Code open, with our own data,
 * which that format has no place for, in the extra key `hotframe`; a piece at a time, since of a large
 * run it is longer than a text can be.
 */
export function* savedRunPieces(profile: Profile, report: Report): Generator<string> {
  yield '{';
  yield* cpuProfileKeys(profile);
  yield ',';
  yield JSON.stringify(ownPart(profile, report)).slice(1);
}

/** The same as one text. */
export function saveRun(profile: Profile, report: Report): string {
  return [...savedRunPieces(profile, report)].join('');
}

/** The run for ourselves alone: a twentieth of {@link saveRun}'s text, and none of its time. */
export function packRun(profile: Profile, report: Report): string {
  return JSON.stringify(ownPart(profile, report));
}

function ownPart(profile: Profile, report: Report): { hotframe: OwnPart } {
  return { hotframe: { savedRun: 1, report, profile: profileToJson(profile) } };
}

/** Reads what {@link saveRun} or {@link packRun} wrote; throws an Error with a sentence where it can't. */
export function openSavedRun(text: string): SavedRun {
  const json = readJson(text) as { hotframe?: OwnPart } | null;
  const own = json?.hotframe;
  if (own?.savedRun !== 1) throw new Error(`${strangerWords(json)}.`);
  return { report: reportFromJson(own.report), profile: profileFromJson(own.profile) };
}

interface OwnPart {
  savedRun?: unknown;
  report: unknown;
  profile: unknown;
}

/** What {@link saveRun} writes between the standard part and ours, which is last. */
export const seam = ',"hotframe":{"savedRun":';

/**
 * Of a large run the standard part is nearly all of the file, and we do not need it: the text may
 * begin at the seam, too. The seam has
 * quotation marks, so it is in no JSON string; a file that somebody has rewritten is read whole.
 */
function readJson(text: string): unknown {
  const at = text.startsWith(seam) ? 0 : text.lastIndexOf(seam);
  if (at >= 0) {
    try {
      return JSON.parse(`{${text.slice(at + 1)}`);
    } catch {
      // Ours is not the last key, or something is cut off.
    }
  }
  if (text.trim() === '') throw new Error('The file is empty.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON: it is cut off or of another kind.');
  }
}

function strangerWords(json: unknown): string {
  const isForeign = typeof json === 'object' && json !== null && 'nodes' in json;
  const what = isForeign ? "It is another tool's CPU profile, and" : 'It is';
  return `${what} no run that Hotframe saved: profile the server, or open what \`hotframe run --out\` saved`;
}
