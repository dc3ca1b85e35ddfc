import { basename } from 'node:path';
import { awaitText } from '../../shared/awaitText.ts';
import { deoptText } from '../../shared/deoptText.ts';
import { formatCount, formatNumberOf, formatShare } from '../../shared/format.ts';
import type { ProfileSummary } from '../../shared/linesWire.ts';
import { tierDetail, tierText } from '../../shared/tierText.ts';
import { functionRef, type FunctionRef } from '../../shared/whyWire.ts';
import { isMarked } from '../core/lineLabels.ts';
import type { Place } from './hotPlaces.ts';

type ReportedLine = ProfileSummary['lines'][number];

export type TreeMode = 'lines' | 'functions' | 'packages';

/** A row of the tree, ready to be shown. */
export interface Row {
  label: string;
  /** Dimmed, after the label. */
  description: string;
  tooltip: string;
  share: number;
  kind: 'file' | 'line' | 'function' | 'package' | 'why' | 'tiers' | 'deopt';
  place: Place | null;
  /** The function that the panel "Why" is asked about. */
  of: FunctionRef | null;
  isMarked: boolean;
  children: Row[];
}

/** The rows of the tree for a profile, hottest first. `pathOf` shortens a file's path. */
export function hotLineRows(
  profile: ProfileSummary,
  mode: TreeMode,
  /** A row with a smaller share (0…1) is left out. */
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
        place: null,
        of: null,
        isMarked: false,
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
    tooltip: tooltipOf([
      figures(self, own, total),
      ofIt(awaitText(line)),
      tierDetail(tiers, onCpuSamples),
      note,
    ]),
    share: self,
    kind: 'line',
    place: placeOf(line),
    of: line.of,
    isMarked: isMarked(line),
    children: [],
  };
}

function functionRow(
  each: ProfileSummary['functions'][number],
  onCpuSamples: number,
  pathOf: (file: string) => string,
): Row {
  const { name, file, line, self, own, total, tiers, marker, reason } = each;
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
    place: placeOf(each),
    of: functionRef(each),
    isMarked: marker !== null,
    children: marker === null ? [] : whyRows(each, onCpuSamples, pathOf),
  };
}

/** The panel has the others. */
const maxDeopts = 5;

/** Below a marked function: why, the tiers that it ran in, and where its optimized code was thrown away. */
function whyRows(
  each: ProfileSummary['functions'][number],
  onCpuSamples: number,
  pathOf: (file: string) => string,
): Row[] {
  const { reason, self, deopts, why, tiers } = each;
  const row = {
    ...{ share: self, place: null, of: functionRef(each) },
    ...{ isMarked: false, children: [], description: '' },
  };
  const more = 'Click for all that V8 did with it, and what people do about it';
  const ran = tierText(tiers, onCpuSamples);
  return [
    {
      ...row,
      kind: 'why',
      label: reason ?? 'not optimized',
      tooltip: tooltipOf([why ?? '', more]),
    },
    ...(ran === ''
      ? []
      : [{ ...row, kind: 'tiers' as const, label: `ran in ${ran}`, tooltip: more }]),
    ...deopts.slice(0, maxDeopts).map((site) => ({
      ...row,
      kind: 'deopt' as const,
      label: `${site.reason} ×${formatCount(site.count)}`,
      description: site.line > 0 ? `${pathOf(site.file)}:${site.line}` : '',
      tooltip: tooltipOf([
        `${formatNumberOf(site.count, 'deoptimization')}: ${site.reason}`,
        deoptText(site.reason)?.meaning ?? '',
      ]),
      place: placeOf(site),
    })),
  ];
}

function placeOf({ uri, line }: Place): Place | null {
  return uri === '' || line < 1 ? null : { uri, line };
}

/** First of what a row says, since its end may be cut: the reason is in the tooltip. */
const mark = '⚠';

function figures(self: number, own: number, total: number): string {
  return `${formatShare(self)} self, ${formatShare(own)} own, ${formatShare(total)} total`;
}

function ofIt(words: string): string {
  return words === '' ? '' : `of self ${words}`;
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
    place: null,
    of: null,
    isMarked: false,
    children: [],
  };
}
