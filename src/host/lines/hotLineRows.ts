import { basename } from 'node:path';
import { awaitText } from '../../shared/awaitText.ts';
import { deoptText } from '../../shared/deoptText.ts';
import { formatCount, formatNumberOf, formatRoughMs, formatShare } from '../../shared/format.ts';
import { heatOf, type Heat, type WaitHeat } from '../../shared/heat.ts';
import type { ProfileSummary } from '../../shared/linesWire.ts';
import { waitFacts, waitLabel, waitSign, waitTarget } from '../../shared/requestText.ts';
import { largerShare, shownHeat } from '../../shared/shownTimes.ts';
import { tierDetail, tierText } from '../../shared/tierText.ts';
import { functionRef, type FunctionRef } from '../../shared/whyWire.ts';
import { isMarked } from '../core/lineLabels.ts';
import { timedLines, type Place, type ShownLine, type ShownOptions } from './hotPlaces.ts';

type ReportedLine = ProfileSummary['lines'][number];

export type TreeMode = 'lines' | 'functions' | 'packages';

/** A row of the tree, ready to be shown. */
export interface Row {
  label: string;
  /** Dimmed, after the label. */
  description: string;
  tooltip: string;
  share: number;
  heat: Heat | WaitHeat;
  kind: 'file' | 'line' | 'function' | 'package' | 'why' | 'tiers' | 'deopt';
  place: Place | null;
  /** The function that the panel "Why" is asked about. */
  of: FunctionRef | null;
  isMarked: boolean;
  children: Row[];
}

/**
 * The rows of the tree for a profile, largest share first: lines by the times that are shown, functions and
 * packages by their CPU time. `pathOf` shortens a file's path.
 */
export function hotLineRows(
  profile: ProfileSummary,
  mode: TreeMode,
  options: ShownOptions,
  pathOf: (file: string) => string,
): Row[] {
  const { minShare } = options;
  const onCpuSamples = profile.sampling?.onCpu ?? Infinity;
  switch (mode) {
    case 'lines':
      return fileRows(timedLines(profile, options), onCpuSamples, pathOf);
    case 'functions':
      return profile.functions
        .filter(({ self }) => self > 0 && self >= minShare)
        .map((each) => functionRow(each, onCpuSamples, pathOf));
    case 'packages':
      return profile.packages.filter(({ total }) => total >= minShare).map(packageRow);
  }
}

function fileRows(
  lines: ShownLine[],
  onCpuSamples: number,
  pathOf: (file: string) => string,
): Row[] {
  const byFile = new Map<string, ShownLine[]>();
  for (const shown of lines) {
    const list = byFile.get(shown.line.file);
    if (list) list.push(shown);
    else byFile.set(shown.line.file, [shown]);
  }
  return [...byFile]
    .map(([file, own]) => fileRow(pathOf(file), own, onCpuSamples))
    .sort((a, b) => b.share - a.share);
}

function fileRow(path: string, lines: ShownLine[], onCpuSamples: number): Row {
  const sum = (of: (shown: ShownLine) => number) =>
    lines.reduce((all, shown) => all + of(shown), 0);
  const shares = { cpu: sum((each) => each.shares.cpu), wait: sum((each) => each.shares.wait) };
  const waitMs = sum(({ line, shares }) => (shares.wait > 0 ? (line.waitMs ?? 0) : 0));
  const cpu = shares.cpu > 0 ? formatShare(shares.cpu) : '';
  const wait = shares.wait > 0 ? `${waitSign} ${formatRoughMs(waitMs)}` : '';
  const folder = path.slice(0, -basename(path).length).replace(/[\\/]$/, '');
  return {
    label: basename(path),
    description: partsOf([cpu, wait, folder]),
    tooltip: tooltipOf([
      cpu === '' ? '' : `${path}: ${cpu} self over these lines`,
      wait === '' ? '' : `${path}: a request waits ${formatRoughMs(waitMs)} at these lines`,
    ]),
    share: largerShare(shares),
    heat: shownHeat(shares),
    kind: 'file',
    place: null,
    of: null,
    isMarked: false,
    children: lines.map((each) => lineRow(each, onCpuSamples)),
  };
}

function lineRow({ line, shares }: ShownLine, onCpuSamples: number): Row {
  const { self, own, total, note, functionName, tiers } = line;
  const marked = isMarked(line) && shares.cpu > 0;
  const cpu = shares.cpu > 0 ? formatShare(self) : '';
  const wait = shares.wait > 0 ? waitLabel(line) : '';
  return {
    label: functionName === '' ? `line ${line.line}` : `${line.line}: ${functionName}`,
    description: partsOf([marked ? `${mark} ${cpu}` : cpu, wait]),
    tooltip: tooltipOf([
      total > 0 ? figures(self, own, total) : '',
      ofIt(awaitText(line)),
      tierDetail(tiers, onCpuSamples),
      note,
      ...(shares.wait > 0 ? waitRows(line) : []),
    ]),
    share: largerShare(shares),
    heat: shownHeat(shares),
    kind: 'line',
    place: placeOf(line),
    of: line.of,
    isMarked: marked,
    children: [],
  };
}

/** Of more waits at a line the hover tells. */
const maxWaits = 4;

function waitRows({ waits = [] }: ReportedLine): string[] {
  return waits.slice(0, maxWaits).map((wait) => {
    const facts = [waitTarget(wait), waitFacts(wait)].filter((words) => words !== '');
    return `${formatRoughMs(wait.ms)}: ${facts.join(' · ')}`;
  });
}

function partsOf(parts: string[]): string {
  return parts.filter((words) => words !== '').join('  ');
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
    heat: heatOf(self),
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
    ...{ share: self, heat: heatOf(self), place: null, of: functionRef(each) },
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
    heat: heatOf(self),
    kind: 'package',
    place: null,
    of: null,
    isMarked: false,
    children: [],
  };
}
