import type { Report } from '../../shared/report.ts';
import { withoutAwaits } from '../awaits/withoutAwaits.ts';
import type { Profile } from '../profile/profile.ts';
import { partOfReport } from './partOfProfile.ts';

/** Takes out what is charged to lines by their awaits; gives back the same run if nothing is. */
export function measuredAlone<Run extends { profile: Profile; report: Report }>(run: Run): Run {
  const profile = withoutAwaits(run.profile);
  if (profile === run.profile) return run;
  return { ...run, profile, report: partOfReport(run.report, profile) };
}
