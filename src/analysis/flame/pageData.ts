import type { ProfileJson } from '../profile/profileJson.ts';
import type { Report } from '../../shared/report.ts';

/**
 * The data of a saved page: gzipped JSON in base64, as the text of {@link pageDataId}'s template.
 */
export interface PageData {
  report: Report;
  /** Without source texts; null if the run failed before there were samples. */
  profile: ProfileJson | null;
  lineTexts: Record<string, string>;
  baseFolder: string;
}

/** A template instead of a script, so that its text is inert whatever it contains. */
export const pageDataId = 'profile';
