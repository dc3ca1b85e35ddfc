import { processName } from '../../shared/processWords.ts';
import type { Report } from '../../shared/report.ts';
import { processesOf } from '../../shared/reportSubject.ts';
import type { Profile } from '../profile/profile.ts';

/** What each isolate of a profile is called, as everywhere else: `worker thread 2 of process 4711`. */
export function isolateNames(profile: Profile, report: Report): string[] {
  return profile.isolates.map((isolate, index) =>
    processName(processesOf(report)[index] ?? { ...isolate, samples: 0 }),
  );
}
