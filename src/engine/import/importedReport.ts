import { unmappedNote } from '../../analysis/source/unmappedNote.ts';
import type { ImportedProfile } from '../../analysis/import/placeForeign.ts';
import type { SampleReport } from '../../analysis/report/buildReport.ts';
import { formatShare } from '../../shared/format.ts';
import type { Report } from '../../shared/report.ts';
import { processesOf, runReport } from '../run/runReport.ts';

/** Below this share, lines that can't be placed are not mentioned. */
const minMisplaced = 0.005;

/** The report of a profile from another program: without target, load and machine, which its file does not name. */
export function importedReport(
  profile: ImportedProfile,
  samples: SampleReport,
  opened: {
    files: readonly string[];
    takenAt: number;
    /** Folders that a person has named. */
    workspaceFolders: readonly string[];
  },
): Report {
  const { files, takenAt } = opened;
  const [folder = ''] = profile.workspaceFolders;
  const known = {
    ...{
      target: null,
      load: null,
      samples: { profile, report: samples },
      deep: false,
      allocations: false,
      growth: null,
      allocation: null,
    },
    ...{ notes: [], scripts: new Map<number, string>() },
  };
  const {
    machine: _,
    notes: __,
    sampling,
    ...report
  } = runReport({ ...known, scripts: new Map() }, null);
  const misplaced = samples.onCpu > 0 ? profile.misplacedSamples / samples.onCpu : 0;
  const unmapped = unmappedNote(report.lines, profile.sources, folder);
  return {
    ...report,
    takenAt: new Date(takenAt).toISOString(),
    imported: {
      files: [...files],
      folders: profile.workspaceFolders,
      processes: processesOf(profile),
    },
    sampling: sampling && { ...sampling, ...(misplaced > 0 ? { misplacedShare: misplaced } : {}) },
    notes: [
      ...knowledgeNotes(profile),
      ...folderNotes(profile, opened.workspaceFolders),
      ...(misplaced < minMisplaced
        ? []
        : [
            `${formatShare(misplaced)} of the time has a line that can't be placed, and stands on the first line of its function: V8 books code that it has inlined on the function around it, with the line of another file.`,
          ]),
      ...(unmapped === null ? [] : [unmapped]),
      ...profile.notes,
    ],
  };
}

/** A note if the profile was taken of another folder or on another machine. */
function folderNotes({ workspaceFolders }: ImportedProfile, named: readonly string[]): string[] {
  const others = workspaceFolders.filter((folder) => !named.includes(folder));
  if (others.length === 0) return [];
  const where =
    named.length === 0 ? 'No folder is open' : `None of its files is in ${named.join(' or ')}`;
  return [
    `${where}: those in ${others.join(', ')} are taken for your own. Their text is not read: to see it, open the profile from their folder.`,
  ];
}

/** Sentences on what the file can't tell. */
function knowledgeNotes({ origin }: ImportedProfile): string[] {
  return [
    `Made by another program (${origin.format ?? 'profile'}): nothing is known of the load and of the machine.`,
    ...(origin.tiers
      ? []
      : ['It does not say what V8 had optimized, so no function is marked as not optimized.']),
    ...lineText(origin.lines),
  ];
}

function lineText(lines: ImportedProfile['origin']['lines']): string[] {
  switch (lines) {
    case 'calls':
      return [];
    case 'innermost':
      return [
        'It has the line only of the function on top of the stack, not the lines of calls: what a function calls is on its first line.',
      ];
    case 'functions':
      return ['It has functions and no lines: the time of each is on its first line.'];
  }
}
