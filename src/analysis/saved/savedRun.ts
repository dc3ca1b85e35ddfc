import type { Report } from '../../shared/report.ts';
import { cpuProfileKeys } from '../export/cpuProfile.ts';
import type { Profile } from '../profile/profile.ts';
import { profileFromJson, profileToJson } from '../profile/profileJson.ts';
import { reportFromJson } from '../report/reportJson.ts';

export interface SavedRun {
  profile: Profile;
  report: Report;
}

/**
 * Writes the run as a `.cpuprofile` that Chrome DevTools, speedscope and VS Code open. Our own data
 * is in the extra key `hotframe`. It comes in pieces, because a large run exceeds the length limit
 * of a string.
 */
export function* savedRunPieces(profile: Profile, report: Report): Generator<string> {
  yield '{';
  yield* cpuProfileKeys(profile);
  yield ',';
  yield JSON.stringify(ownPart(profile, report)).slice(1);
}

export function saveRun(profile: Profile, report: Report): string {
  return [...savedRunPieces(profile, report)].join('');
}

/** Writes only our own data: a twentieth of {@link saveRun}'s text, and much faster. */
export function packRun(profile: Profile, report: Report): string {
  return JSON.stringify(ownPart(profile, report));
}

function ownPart(profile: Profile, report: Report): { hotframe: OwnPart } {
  return { hotframe: { savedRun: 1, report, profile: profileToJson(profile) } };
}

/**
 * Reads what {@link saveRun} or {@link packRun} wrote; throws an Error with a sentence if it can't.
 */
export function openSavedRun(text: string): SavedRun {
  const json = readJson(text) as { hotframe?: OwnPart } | null;
  const own = json?.hotframe;
  if (own?.savedRun !== 1) throw new Error(`${strangerText(json)}.`);
  return { report: reportFromJson(own.report), profile: profileFromJson(own.profile) };
}

interface OwnPart {
  savedRun?: unknown;
  report: unknown;
  profile: unknown;
}

/** The text that {@link saveRun} writes between the standard part and ours, which comes last. */
export const seam = ',"hotframe":{"savedRun":';

/**
 * Parses only our own part, because the standard part is nearly all of a large file. The text may
 * also begin at the seam. The seam contains quotation marks, so it can't be inside a JSON string. A
 * file that was rewritten is parsed whole.
 */
function readJson(text: string): unknown {
  const at = text.startsWith(seam) ? 0 : text.lastIndexOf(seam);
  if (at >= 0) {
    try {
      return JSON.parse(`{${text.slice(at + 1)}`);
    } catch {
      // Our key is not the last one, or the file is cut off.
    }
  }
  if (text.trim() === '') throw new Error('The file is empty.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON: it is cut off or of another kind.');
  }
}

function strangerText(json: unknown): string {
  const isForeign = typeof json === 'object' && json !== null && 'nodes' in json;
  const what = isForeign ? "It is another tool's CPU profile, and" : 'It is';
  return `${what} no run that Hotframe saved: profile the server, or open what \`hotframe run --out\` saved`;
}
