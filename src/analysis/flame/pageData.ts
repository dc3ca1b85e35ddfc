import type { ProfileJson } from '../profile/profileJson.ts';
import type { Report } from '../../shared/report.ts';

/** What a saved page holds: JSON, gzipped, in base64, as the text of {@link pageDataId}'s template. */
export interface PageData {
  report: Report;
  /** Without source texts; null where the run failed before there were samples. */
  profile: ProfileJson | null;
  lineTexts: Record<string, string>;
  baseFolder: string;
}

/** A template and no script: its text is inert, whatever is in it. */
export const pageDataId = 'profile';
