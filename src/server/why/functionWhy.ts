import { logOrigin } from '../../shared/profileOrigin.ts';
import { processName } from '../../shared/processText.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { processesOf } from '../../shared/reportSubject.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import {
  functionRef,
  maxDeoptMoments,
  type DeoptMoment,
  type FunctionRef,
  type MarkedFunction,
  type Why,
  type WhyFunction,
} from '../../shared/whyWire.ts';
import { profileTitle } from '../profile/profileSummary.ts';
import type { LoadedProfile } from '../profile/loadedProfile.ts';
import type { FoundSubject } from './findSubject.ts';
import { sourceLines } from './sourceLines.ts';

/** Facts about a requested function. `isStale`: whether its text changed since it ran. */
export function whyOf(
  shown: LoadedProfile,
  found: FoundSubject,
  isStale: (of: FunctionReport) => boolean,
): Why {
  const ofProfile = {
    title: profileTitle(shown),
    baseFolder: shown.model.baseFolder,
    marked: markedOf(shown),
    areTiersKnown: (shown.profile.origin ?? logOrigin).tiers,
  };
  switch (found.kind) {
    case 'none':
      return { kind: 'no-function', ...ofProfile };
    case 'unsampled':
      return { kind: 'no-samples', of: functionRef(found.of), ...ofProfile };
    case 'function':
      return {
        ...{ kind: 'function', ...ofProfile, ...factsOf(shown, found.report) },
        isStale: isStale(found.report),
      };
  }
}

function factsOf(
  { report: run, profile, onCpuSamples, sourceOf }: LoadedProfile,
  report: FunctionReport,
): Pick<
  WhyFunction,
  'report' | 'onCpuSamples' | 'windowMs' | 'processNames' | 'deoptMoments' | 'lines'
> {
  return {
    report,
    onCpuSamples,
    windowMs: profile.windowMs,
    processNames: processesOf(run).map(processName),
    deoptMoments: deoptMoments(profile, report),
    lines: sourceLines(report, sourceOf),
  };
}

function deoptMoments({ deopts, functions }: Profile, of: FunctionReport): DeoptMoment[] {
  return deopts
    .filter(({ function: index }) => isSameFunction(functions[index], of))
    .slice(0, maxDeoptMoments)
    .map(({ timeMicros, isolate, reason }) => {
      return { atMs: timeMicros / 1000, process: isolate ?? 0, reason };
    });
}

function isSameFunction(a: FunctionRef | undefined, b: FunctionRef): boolean {
  return a?.name === b.name && a.file === b.file && a.line === b.line && a.column === b.column;
}

function markedOf({ report }: LoadedProfile): MarkedFunction[] {
  return report.functions
    .flatMap((each) => {
      const { marker, reason, self, own } = each;
      if (marker === null) return [];
      return [{ ...functionRef(each), price: Math.max(self, own), marker, reason: reason ?? '' }];
    })
    .sort((a, b) => b.price - a.price);
}
