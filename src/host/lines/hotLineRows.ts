import { basename } from 'node:path';
import { formatShare } from '../../shared/format.ts';
import type { ProfileSummary } from '../../shared/lspWire.ts';
import { tierDetail } from '../../shared/tierWords.ts';
import { isMarked } from './lineLabels.ts';

type ReportedLine = ProfileSummary['lines'][number];

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
  line: ReportedLine | null;
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
  const onCpuSamples = profile.sampling?.onCpu ?? Infinity;
  switch (mode) {
    case 'lines':
      return fileRows(profile.lines.filter(isWorth), onCpuSamples, pathOf);
    case 'functions':
      return profile.functions
        .filter(isWorth)
        .map((each) => functionRow(each, onCpuSamples, pathOf));
    case 'packages':
      return profile.packages.filter(({ total }) => total >= minShare).map(packageRow);
  }
}

function fileRows(
  lines: ReportedLine[],
  onCpuSamples: number,
  pathOf: (file: string) => string,
): Row[] {
  const byFile = new Map<string, ReportedLine[]>();
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
        children: own.map((line) => lineRow(line, onCpuSamples)),
      };
    })
    .sort((a, b) => b.share - a.share);
}

function lineRow(line: ReportedLine, onCpuSamples: number): Row {
  const { self, own, total, note, functionName, tiers } = line;
  return {
    label: functionName === '' ? `line ${line.line}` : `${line.line}: ${functionName}`,
    description: isMarked(line) ? `${mark} ${formatShare(self)}` : formatShare(self),
    tooltip: tooltipOf([figures(self, own, total), tierDetail(tiers, onCpuSamples), note]),
    share: self,
    kind: 'line',
    line,
    place: null,
    children: [],
  };
}

function functionRow(
  each: ProfileSummary['functions'][number],
  onCpuSamples: number,
  pathOf: (file: string) => string,
): Row {
  const { name, file, line, self, own, total, tiers, marker, reason, uri } = each;
  const where = file === '' ? 'no file' : `${pathOf(file)}:${line}`;
  return {
    label: name,
    description: `${marker ? `${mark} ` : ''}${formatShare(self)}  ${where}`,
    tooltip: tooltipOf([
      where,
      figures(self, own, total),
      tierDetail(tiers, onCpuSamples),
      reason === null ? '' : `${mark} ${reason}`,
    ]),
    share: self,
    kind: 'function',
    line: null,
    place: uri === '' || line < 1 ? null : { uri, line },
    children: [],
  };
}

/** First of what a row says, since its end may be cut: the reason is in the tooltip. */
const mark = '⚠';

function figures(self: number, own: number, total: number): string {
  return `${formatShare(self)} self, ${formatShare(own)} own, ${formatShare(total)} total`;
}

function tooltipOf(lines: string[]): string {
  return lines.filter((words) => words !== '').join('\n');
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
