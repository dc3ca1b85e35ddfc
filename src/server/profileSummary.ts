import { basename } from 'node:path';
import { titleOfReport } from '../shared/reportSubject.ts';
import type { ProfileSummary } from '../shared/lspWire.ts';
import { whyWords } from '../shared/tierStoryWords.ts';
import { functionRef } from '../shared/whyWire.ts';
import { uriOfPath } from './fileUris.ts';
import { lineLabel, lineNote } from './lines/lineLabel.ts';
import type { ShownProfile } from './shownProfile.ts';

const maxEntries = 500;

/** What the host shows of a profile without asking again: lists, title, figures. */
export function profileSummary(shown: ShownProfile): ProfileSummary {
  const { report, takenAt, path } = shown;
  return {
    title: profileTitle(shown),
    takenAt,
    path,
    target: report.target,
    load: report.load,
    sampling: report.sampling,
    notes: report.notes,
    lines: report.lines.slice(0, maxEntries).map((line) => {
      const marked = shown.markers.get(line) ?? [];
      const at = shown.lineFunctions[`${line.file}:${line.line}`];
      const ran = at && shown.profile.functions[at.functionId];
      const of = marked[0] ?? ran;
      const hot = { report: line, marked, stale: false, difference: null };
      return {
        ...line,
        uri: uriOfPath(line.file),
        label: lineLabel(hot),
        note: lineNote(hot),
        functionName: ran?.name ?? '',
        of: of ? functionRef(of) : null,
      };
    }),
    functions: report.functions.slice(0, maxEntries).map(({ story, ...each }) => ({
      ...each,
      uri: uriOfPath(each.file),
      why: story?.notOptimized ? whyWords(story.notOptimized) : null,
      deopts: each.deopts.map((site) => ({ ...site, uri: uriOfPath(site.file) })),
    })),
    packages: report.packages.slice(0, maxEntries),
  };
}

/** `node server.js`, without folders. */
export function commandTitle(command: string[]): string {
  return command.map((part) => basename(part)).join(' ');
}

/** For people: command and time. */
export function profileTitle({ report, takenAt }: ShownProfile): string {
  const command = report.target
    ? commandTitle(report.target.command)
    : (titleOfReport(report) ?? 'profile');
  const time = new Date(takenAt);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${command} · ${date} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
