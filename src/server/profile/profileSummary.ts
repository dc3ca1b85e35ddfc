import { titleOfReport } from '../../shared/reportSubject.ts';
import type { Finding } from '../../shared/finding.ts';
import type { ListedFinding, ProfileSummary } from '../../shared/linesWire.ts';
import type { LineReport } from '../../shared/report.ts';
import { waitShareOf } from '../../shared/requestText.ts';
import { whyText } from '../../shared/tierStoryText.ts';
import { functionRef } from '../../shared/whyWire.ts';
import { uriOfPath } from '../core/fileUris.ts';
import { commandTitle } from '../store/commandTitle.ts';
import { lineLabel, lineNote } from './lineLabel.ts';
import type { LoadedProfile } from './loadedProfile.ts';

const maxEntries = 500;

/** The part of a profile that the host shows without further requests: lists, title, figures. */
export function profileSummary(shown: LoadedProfile): ProfileSummary {
  const { report, takenAt, path } = shown;
  const waitsOn = (line: LineReport) => waitShareOf(line, report.requests);
  const listed = report.lines.filter((line, index) => index < maxEntries || waitsOn(line) > 0);
  const waitingIn = new Map(
    shown.profile.requests?.lines.map((each) => [`${each.file}:${each.line}`, each.functionName]),
  );
  return {
    title: profileTitle(shown),
    takenAt,
    path,
    target: report.target,
    load: report.load,
    sampling: report.sampling,
    requests: report.requests ?? null,
    notes: report.notes,
    findings: report.findings?.map((each) => listedFinding(shown, each)) ?? null,
    lines: listed.map((line) => {
      const marked = shown.markers.get(line) ?? [];
      const place = `${line.file}:${line.line}`;
      const at = shown.lineFunctions[place];
      const ran = at && shown.profile.functions[at.functionId];
      const of = marked[0] ?? ran;
      const showsCpu = line.self > 0 || waitsOn(line) === 0;
      const hot = {
        ...{ report: line, marked, stale: false, difference: null },
        ...{ showsCpu, waitShare: waitsOn(line) },
      };
      return {
        ...line,
        uri: uriOfPath(line.file),
        label: lineLabel(hot),
        note: lineNote(hot),
        functionName: ran?.name ?? waitingIn.get(place) ?? '',
        of: of ? functionRef(of) : null,
      };
    }),
    functions: report.functions.slice(0, maxEntries).map(({ story, ...each }) => ({
      ...each,
      uri: uriOfPath(each.file),
      why: story?.notOptimized ? whyText(story.notOptimized) : null,
      deopts: each.deopts.map((site) => ({ ...site, uri: uriOfPath(site.file) })),
    })),
    packages: report.packages.slice(0, maxEntries),
  };
}

function listedFinding(shown: LoadedProfile, finding: Finding): ListedFinding {
  const { file, line } = finding;
  const at = shown.lineFunctions[`${file}:${line}`];
  const ran = at && shown.profile.functions[at.functionId];
  return {
    ...finding,
    uri: file === null ? null : uriOfPath(file),
    of: ran ? functionRef(ran) : null,
  };
}

export function profileTitle({ report, takenAt }: LoadedProfile): string {
  const command = report.target
    ? commandTitle(report.target.command)
    : (titleOfReport(report) ?? 'profile');
  const time = new Date(takenAt);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${command} · ${date} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
