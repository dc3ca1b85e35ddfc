import { aroundHandlersText } from '../../shared/aroundHandlersText.ts';
import { formatDuration, formatMicros, formatNumberOf, formatShare } from '../../shared/format.ts';
import { idleThreadText } from '../../shared/processText.ts';
import { memorySentences } from '../../shared/memoryText.ts';
import { processesOf } from '../../shared/reportSubject.ts';
import { exactnessLabel, fewSamplesText, idleText } from '../../shared/samplerText.ts';
import type { PackageReport, Report, SamplingReport, V8Shares } from '../../shared/report.ts';
import { cutEnd, padEnd, padStart, wrap } from './displayText.ts';
import { shareBar } from './shareBar.ts';
import { heading, type Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { packageText, shareList } from './words.ts';

const maxPackages = 5;
/** Packages below this share are summed up, except those with a large total. */
const minPackageShare = 0.01;
const largeTotal = 0.2;
const maxLargePackages = 8;
const nameColumns = 26;
const shareColumns = 8;
/** Room for the bar and what follows it. */
const restColumns = 42;

/** The time by owner: the app and packages whose code ran or called what ran, and their totals. */
export function timeSection(report: Report, sampling: SamplingReport, style: Style): string[] {
  const every =
    sampling.intervalMicros >= 1000
      ? formatDuration(sampling.intervalMicros / 1000)
      : `${sampling.intervalMicros} µs`;
  const lines = [
    heading(
      'Where the time went',
      [
        `${formatNumberOf(sampling.onCpu, 'sample')} on CPU, one every ${every}`,
        exactnessLabel(sampling),
      ]
        .filter((words) => words !== '')
        .join(', '),
      style,
    ),
    ...fewSamplesLines(report, sampling, style),
    ...ownerLines(report, sampling, style),
  ];
  const facts = [
    sampling.onCpu > 0 ? ownerSentence(sampling) : '',
    idleSentence(report, sampling),
    memorySentences(report.memory).join(' '),
    viaAwaitSentence(sampling),
    unattributedSentence(report, sampling),
  ];
  for (const fact of facts) {
    for (const line of wrap(fact, style.columns - 2)) {
      if (line !== '') lines.push(style.colours.dim(`  ${line}`));
    }
  }
  return lines;
}

/** A warning about few samples comes first. Under a load it is among the load's warnings instead. */
function fewSamplesLines({ load }: Report, sampling: SamplingReport, style: Style): string[] {
  const words = load ? null : fewSamplesText(sampling);
  return words === null ? [] : warningLines(words, 2, style);
}

interface OwnerRow {
  name: string;
  self: number;
  /** Null for a sum of packages, whose totals don't add up. */
  total: number | null;
  parts: V8Shares;
  isApp: boolean;
}

/** Time by the JavaScript that ran or had called what ran; the rows add up to the whole. */
function ownerRows({ packages }: Report, { onCpu, withoutJs }: SamplingReport): OwnerRow[] {
  if (onCpu === 0) return [];
  const others = packages.filter(({ name }) => !name.startsWith('('));
  const shown = others
    .filter(
      ({ self, total }, index) =>
        (index < maxPackages && self >= minPackageShare) || total >= largeTotal,
    )
    .slice(0, maxLargePackages);
  const rest = others.filter((each) => !shown.includes(each));
  const rows = packages
    .filter((each) => !rest.includes(each))
    .map((each) => ({ ...ownerRow(each), total: each.total }));
  const [only] = rest;
  if (only && rest.length === 1) rows.push({ ...ownerRow(only), total: only.total });
  const self = 1 - packages.reduce((sum, each) => sum + each.self, 0);
  return [
    ...rows,
    ...(rest.length < 2
      ? []
      : [{ ...sumOf(rest), name: `${rest.length} other packages`, total: null, isApp: false }]),
    ...(self < 0.0005
      ? []
      : [
          {
            name: 'no JavaScript',
            ...{ self, total: null, parts: withoutJs ?? noParts, isApp: false },
          },
        ]),
  ].sort((a, b) => b.self - a.self);
}

const noParts: V8Shares = { native: 0, v8: 0, gc: 0 };

function ownerRow({ name, self, parts = noParts }: PackageReport): Omit<OwnerRow, 'total'> {
  return { name: packageText(name), self, parts, isApp: name === '(app)' };
}

function sumOf(packages: PackageReport[]): Pick<OwnerRow, 'self' | 'parts'> {
  const sum = (of: (each: PackageReport) => number) =>
    packages.reduce((all, each) => all + of(each), 0);
  return {
    self: sum(({ self }) => self),
    parts: {
      native: sum(({ parts }) => parts?.native ?? 0),
      v8: sum(({ parts }) => parts?.v8 ?? 0),
      gc: sum(({ parts }) => parts?.gc ?? 0),
    },
  };
}

function ownerLines(report: Report, sampling: SamplingReport, style: Style): string[] {
  const rows = ownerRows(report, sampling);
  if (rows.length === 0) return [];
  const full = Math.max(...rows.map(({ self }) => self));
  const columnsLeft = style.columns - nameColumns - 2 * shareColumns;
  const barColumns = Math.max(4, Math.min(24, columnsLeft - restColumns));
  const head = `${' '.repeat(nameColumns + 2)}${padStart('self', shareColumns)}${padStart('total', shareColumns)}`;
  return [
    style.colours.dim(head),
    ...rows.map(({ name, self, total, parts, isApp }) => {
      const colour = isApp ? style.colours.green : style.colours.dim;
      const bar = shareBar(self, full, barColumns);
      const called = shareList([
        ['native', parts.native],
        ['V8', parts.v8],
        ['GC', parts.gc],
      ]);
      const shares = `${padStart(formatShare(self), shareColumns)}${padStart(total === null ? '' : formatShare(total), shareColumns)}`;
      const fitting = whatFits(called, columnsLeft - barColumns - 6);
      const tail = called === '' ? '' : `  ${style.colours.dim(fitting)}`;
      const drawn = colour(tail === '' ? bar : padEnd(bar, barColumns));
      return `  ${padEnd(cutEnd(name, nameColumns), nameColumns)}${shares}  ${drawn}${tail}`;
    }),
  ];
}

/** As many items of a list as fit; it is sorted by size. */
function whatFits(list: string, columns: number): string {
  const items = list.split(', ');
  while (items.length > 1 && items.join(', ').length > columns) items.pop();
  return items.join(', ');
}

/** Explains the rows. */
function ownerSentence({ withoutJs, gcShare }: SamplingReport): string {
  if (!withoutJs) return '';
  const without = withoutJs.native + withoutJs.v8 + withoutJs.gc;
  const node =
    without < 0.0005
      ? ''
      : ' No JavaScript is Node.js itself, with none on the stack: its event loop, HTTP parsing, a compiler.';
  const gc = gcShare < 0.0005 ? '' : ` Garbage collection was ${formatShare(gcShare)} in all.`;
  return `Native code, V8's builtins and garbage collection count for the JavaScript that called them.${gc}${node}`;
}

function idleSentence(report: Report, sampling: SamplingReport): string {
  const thread = idleThreadText(sampling, processesOf(report));
  return `${capitalized(thread)} was ${idleText(sampling)} for ${formatShare(sampling.idleShare)} of the measured time; shares are of the rest.${cpuSentence(sampling)}`;
}

function cpuSentence({ cpuMicrosPerRequest, costShare = null }: SamplingReport): string {
  const cost = costShare === null ? '' : formatShare(costShare);
  if (cpuMicrosPerRequest === null) {
    return cost === '' ? '' : ` Sampling took ${cost} of the server's CPU time.`;
  }
  const took = formatMicros(cpuMicrosPerRequest);
  return ` One request took ${took} of CPU time${cost === '' ? '' : `, ${cost} of it for sampling`}.`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function viaAwaitSentence({ viaAwaitShare = 0 }: SamplingReport): string {
  if (viaAwaitShare < 0.0005) return '';
  return `${formatShare(viaAwaitShare)} ran after awaits and in callbacks, and counts for the lines that have caused it, as was learned after the measured time (--no-async leaves it out).`;
}

function unattributedSentence(report: Report, { unattributedShare }: SamplingReport): string {
  if (unattributedShare < 0.0005) return '';
  const share = formatShare(unattributedShare);
  return `No visible code on the stack for ${share}. ${aroundHandlersText(report)}`.trimEnd();
}
