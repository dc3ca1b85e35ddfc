import type { Area } from '../shared/vocabulary.ts';
import type { Report } from '../shared/report.ts';
import type { Profile } from './profile.ts';

/** What of a report comes from samples alone. */
export type SampleReport = Pick<Report, 'lines' | 'functions' | 'packages' | 'unattributed'> & {
  samples: number;
  onCpu: number;
  idleShare: number;
  gcShare: number;
  unattributedShare: number;
};

/** Lines, functions and packages of a profile, with the time of hidden frames in the nearest visible caller. */
export declare function buildReport(profile: Profile, visible: ReadonlySet<Area>): SampleReport;
