import { formatDuration, formatMicros, formatNumberOf, formatShare } from '../../shared/format.ts';
import { idleThreadWords } from '../../shared/processWords.ts';
import { processesOf } from '../../shared/reportSubject.ts';
import { exactnessLabel, fewSamplesWords, idleWords } from '../../shared/samplerWords.ts';
import type { PackageReport, Report, SamplingReport, V8Shares } from '../../shared/report.ts';
import { cutEnd, padEnd, padStart, wrap } from './displayText.ts';
import { shareBar } from './shareBar.ts';
import { heading, type Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { packageWords, placeWords, shareList } from './words.ts';

const maxPackages = 5;
/** Packages below this share are told together, but for those through which much of the time went. */
const minPackageShare = 0.01;
const largeTotal = 0.2;
const maxLargePackages = 8;
const nameColumns = 26;
const shareColumns = 8;
/** Of a bar and what stands behind it. */
const restColumns = 42;

/** Whose code ran or called what ran, and how much of it had code of the user below it on the stack. */
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
    unattributedSentence(report, sampling, style),
  ];
  for (const fact of facts) {
    for (const line of wrap(fact, style.columns - 2)) {
      if (line !== '') lines.push(style.colours.dim(`  ${line}`));
    }
  }
  return lines;
}

/** Truth first: what the shares are worth. Under a load it is with the figures of the load. */
function fewSamplesLines({ load }: Report, sampling: SamplingReport, style: Style): string[] {
  const words = load ? null : fewSamplesWords(sampling);
  return words === null ? [] : warningLines(words, 2, style);
}

interface OwnerRow {
  name: string;
  self: number;
  /** Null where shares of several don't add up to one. */
  total: number | null;
  parts: V8Shares;
  isApp: boolean;
}

/** By the JavaScript that was running or had called what ran: together the whole. */
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
  return { name: packageWords(name), self, parts, isApp: name === '(app)' };
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

/** The items of a list, largest first, as far as they have room. */
function whatFits(list: string, columns: number): string {
  const items = list.split(', ');
  while (items.length > 1 && items.join(', ').length > columns) items.pop();
  return items.join(', ');
}

/** What the rows mean that can't be known from their names. */
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
  const thread = idleThreadWords(sampling, processesOf(report));
  return `${capitalized(thread)} was ${idleWords(sampling)} for ${formatShare(sampling.idleShare)} of the measured time; shares are of the rest.${cpuSentence(sampling)}`;
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

function unattributedSentence(report: Report, sampling: SamplingReport, style: Style): string {
  if (sampling.unattributedShare < 0.0005) return '';
  const top = report.unattributed
    .filter(({ self }) => self >= 0.0005)
    .slice(0, 3)
    .map((entry) => {
      const owner = entry.area === 'deps' && entry.package ? ` of ${entry.package}` : '';
      return `${placeWords(entry.name, 0, style.baseFolder)}${owner} ${formatShare(entry.self)}`;
    })
    .join(', ');
  const share = formatShare(sampling.unattributedShare);
  return `No visible code on the stack for ${share}${top === '' ? '' : `; the largest: ${top}`}.`;
}
