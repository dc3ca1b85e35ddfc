import { basename } from 'node:path';
import { formatShare } from '../shared/format.ts';
import type { ProfileSummary } from '../shared/lspWire.ts';
import { tierWords } from '../shared/tierWords.ts';

export type TreeMode = 'lines' | 'functions' | 'packages';

/** A row of the tree, ready to be shown. */
export interface Row {
  label: string;
  /** Dimmed, after the label. */
  description: string;
  tooltip: string;
  /** For the heat of its icon. */
  share: number;
  kind: 'file' | 'line' | 'function' | 'package';
  /** What a click opens. */
  line: ProfileSummary['lines'][number] | null;
  place: { uri: string; line: number } | null;
  children: Row[];
}

/** The rows of the tree for a profile, hottest first. `pathOf` shortens a file's path. */
export function hotLineRows(
  profile: ProfileSummary,
  mode: TreeMode,
  /** What has less (0…1) is left out. */
  minShare: number,
  pathOf: (file: string) => string,
): Row[] {
  const isWorth = ({ self }: { self: number }) => self > 0 && self >= minShare;
  switch (mode) {
    case 'lines':
      return fileRows(profile.lines.filter(isWorth), pathOf);
    case 'functions':
      return profile.functions.filter(isWorth).map((each) => functionRow(each, pathOf));
    case 'packages':
      return profile.packages.filter(({ total }) => total >= minShare).map(packageRow);
  }
}

function fileRows(lines: ProfileSummary['lines'], pathOf: (file: string) => string): Row[] {
  const byFile = new Map<string, ProfileSummary['lines']>();
  for (const line of lines) {
    const list = byFile.get(line.file);
    if (list) list.push(line);
    else byFile.set(line.file, [line]);
  }
  return [...byFile]
    .map(([file, own]) => {
      const self = own.reduce((sum, line) => sum + line.self, 0);
      const path = pathOf(file);
      const folder = path.slice(0, -basename(path).length).replace(/[\\/]$/, '');
      return {
        label: basename(path),
        description: [formatShare(self), folder].filter((each) => each !== '').join('  '),
        tooltip: `${path}: ${formatShare(self)} self over these lines`,
        share: self,
        kind: 'file' as const,
        line: null,
        place: null,
        children: own.map(lineRow),
      };
    })
    .sort((a, b) => b.share - a.share);
}

function lineRow(line: ProfileSummary['lines'][number]): Row {
  const { self, own, total, label, functionName, tiers } = line;
  return {
    label: functionName === '' ? `line ${line.line}` : `${line.line}: ${functionName}`,
    description: label,
    tooltip: [
      `${formatShare(self)} self, ${formatShare(own)} own, ${formatShare(total)} total`,
      tierWords(tiers),
      label,
    ]
      .filter((each) => each !== '')
      .join('\n'),
    share: self,
    kind: 'line',
    line,
    place: null,
    children: [],
  };
}

function functionRow(
  each: ProfileSummary['functions'][number],
  pathOf: (file: string) => string,
): Row {
  const { name, file, line, self, total, tiers, reason, uri } = each;
  const where = file === '' ? 'no file' : `${pathOf(file)}:${line}`;
  return {
    label: name,
    description: `${formatShare(self)}${each.marker ? '  ⚠' : ''}  ${where}`,
    tooltip: [
      where,
      `${formatShare(self)} self, ${formatShare(each.own)} own, ${formatShare(total)} total`,
      tierWords(tiers),
      reason === null ? '' : `⚠ ${reason}`,
    ]
      .filter((words) => words !== '')
      .join('\n'),
    share: self,
    kind: 'function',
    line: null,
    place: uri === '' || line < 1 ? null : { uri, line },
    children: [],
  };
}

const packageNames: Record<string, string> = {
  '(app)': 'your code (app)',
  '(node)': 'Node.js core',
};

function packageRow({ name, self, total }: ProfileSummary['packages'][number]): Row {
  return {
    label: packageNames[name] ?? name,
    description: `${formatShare(self)}  ${formatShare(total)} total`,
    tooltip: `${formatShare(self)} self: its JavaScript was innermost\n${formatShare(total)} total: it was anywhere on the stack`,
    share: self,
    kind: 'package',
    line: null,
    place: null,
    children: [],
  };
}
