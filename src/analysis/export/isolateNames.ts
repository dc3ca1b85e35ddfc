import { processName } from '../../shared/processText.ts';
import type { Report } from '../../shared/report.ts';
import { processesOf } from '../../shared/reportSubject.ts';
import type { Profile } from '../profile/profile.ts';

/** The name of each isolate as shown elsewhere: `worker thread 2 of process 4711`. */
export function isolateNames(profile: Profile, report: Report): string[] {
  return profile.isolates.map((isolate, index) =>
    processName(processesOf(report)[index] ?? { ...isolate, samples: 0 }),
  );
}
