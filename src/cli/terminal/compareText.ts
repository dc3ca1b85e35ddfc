import { formatMicros } from '../../shared/format.ts';
import type { CostChange } from '../../shared/codeChange.ts';
import type { CompareReport } from '../../shared/compareReport.ts';
import type { MetricEstimate } from '../../shared/verdict.ts';
import {
  fateText,
  formatInterval,
  formatMetric,
  formatPercent,
  formatSigned,
  formatSignedMicros,
  intervalHeading,
  isBetter,
  metricText,
  stateText,
} from '../../shared/verdictText.ts';
import { waitTarget } from '../../shared/requestText.ts';
import { plainLine } from '../../shared/plainText.ts';
import { routeKindText } from '../../shared/routeText.ts';
import { cutEnd, padEnd, textOfSections, wrap } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { textTable } from './textTable.ts';
import { warningLines } from './warningLines.ts';
import { placeText } from './words.ts';

const maxFunctions = 12;
const maxLines = 12;

/** A comparison as text for people, ending with a line break. */
export function compareText(report: CompareReport, style: Style): string {
  const sections = [
    verdictSection(report, style),
    metricsSection(report, style),
    functionsSection(report, style),
    linesSection(report, style),
    waitsSection(report, style),
    routesSection(report, style),
    notesSection(report, style),
  ].filter((lines) => lines.length > 0);
  return textOfSections(sections);
}

function verdictSection(report: CompareReport, style: Style): string[] {
  const { base, head, sentence, memorySentence, verdict, warnings } = report;
  const { colours, columns } = style;
  const colour = {
    faster: colours.green,
    slower: colours.red,
    'no-difference': (text: string) => text,
    'cannot-tell': colours.yellow,
  }[verdict.kind];
  return [
    ...wrap(plainLine(sentence), columns).map((line) => colours.bold(colour(line))),
    ...(memorySentence === null ? [] : wrap(plainLine(memorySentence), columns)),
    colours.dim(cutEnd(plainLine(`base: ${stateText(base)}`), columns)),
    colours.dim(cutEnd(plainLine(`head: ${stateText(head)}`), columns)),
    ...warnings.flatMap((warning) => warningLines(warning, 0, style)),
  ];
}

function metricsSection({ metrics }: CompareReport, style: Style): string[] {
  const rows = metrics
    .filter(({ base, head }) => base !== null || head !== null)
    .map(({ metric, base, head, change, noisePercent }) => [
      `  ${metricText[metric]}`,
      formatMetric(metric, base),
      formatMetric(metric, head),
      change ? formatSigned(change.percent) : '–',
      change ? formatInterval(change) : '–',
      noisePercent === null ? '–' : `up to ${formatPercent(noisePercent)}`,
    ]);
  if (rows.length === 0) return [];
  const [head, ...lines] = textTable([
    ['', 'base', 'head', 'change', 'interval', 'same code differs'],
    ...rows,
  ]);
  const shown = metrics.filter(({ base, head }) => base !== null || head !== null);
  return [
    heading(
      'Figures',
      `the change by pairs of neighbouring runs, with its ${intervalHeading}`,
      style,
    ),
    style.colours.dim(head ?? ''),
    ...lines.map((line, index) => coloured(line, shown[index]!, style)),
  ];
}

function coloured(line: string, estimate: MetricEstimate, { colours }: Style): string {
  const better = isBetter(estimate);
  if (better === null) return line;
  return better ? colours.green(line) : colours.red(line);
}

function functionsSection({ code }: CompareReport, style: Style): string[] {
  const changed = code.functions.filter(({ isBeyondNoise }) => isBeyondNoise);
  const explanation =
    code.unit === 'cpu'
      ? 'self CPU time of a request, with what is hidden below'
      : 'self time of a request by samples, with what is hidden below';
  if (changed.length === 0) return noneChanged(code.functions, style);
  const placeOf = (file: string) => placeText(file, 0, style.baseFolder);
  const rows = changed.slice(0, maxFunctions).map((each) => {
    const place = (each.head ?? each.base)!;
    const fate = fateText(each, placeOf);
    return [
      ...costCells(each),
      `${plainLine(place.name)}  ${placeText(place.file, place.line, style.baseFolder)}${fate === '' ? '' : `  ${plainLine(fate)}`}`,
    ];
  });
  return [
    heading('Functions that changed', explanation, style),
    ...costRows(rows, style),
    ...moreLine(changed.length - maxFunctions, 'function', style),
  ];
}

/** Tells "nothing is known" from "nothing changed", which an empty section would not. */
function noneChanged(entries: readonly CostChange[], style: Style): string[] {
  if (entries.length === 0) return [];
  const isKnown = entries.some(({ change }) => change !== null);
  const sentence = isKnown
    ? 'No function changed by more than the noise.'
    : 'Which functions changed cannot be told from so few runs.';
  return [heading('Functions that changed', '', style), `  ${sentence}`];
}

function linesSection({ code }: CompareReport, style: Style): string[] {
  const changed = code.lines.filter(({ isBeyondNoise }) => isBeyondNoise);
  if (changed.length === 0) return [];
  const rows = changed.slice(0, maxLines).map((each) => {
    const place = (each.head ?? each.base)!;
    const fate = each.head === null ? '  gone' : each.base === null ? '  new' : '';
    return [...costCells(each), `${placeText(place.file, place.line, style.baseFolder)}${fate}`];
  });
  return [
    heading('Lines that changed', '', style),
    ...costRows(rows, style),
    ...moreLine(changed.length - maxLines, 'line', style),
  ];
}

function waitsSection({ code }: CompareReport, style: Style): string[] {
  const changed = code.waits.filter(({ isBeyondNoise }) => isBeyondNoise);
  if (changed.length === 0) return [];
  const rows = changed.slice(0, maxLines).map((each) => {
    const place = (each.head ?? each.base)!;
    const words = [placeText(place.file, place.line, style.baseFolder), waitTarget(each)];
    return [...costCells(each), plainLine(words.join('  '))];
  });
  return [
    heading('Waits that changed', 'how long a request waits at a line', style),
    ...costRows(rows, style),
    ...moreLine(changed.length - maxLines, 'wait', style),
  ];
}

function routesSection({ code }: CompareReport, style: Style): string[] {
  const changed = code.routes.filter(({ isBeyondNoise }) => isBeyondNoise);
  if (changed.length === 0) return [];
  const rows = changed
    .slice(0, maxLines)
    .map((each) => [...costCells(each), plainLine(`${routeKindText(each)} of ${each.route}`)]);
  return [
    heading('Routes that changed', 'CPU time of a request, and how long it waits', style),
    ...costRows(rows, style),
    ...moreLine(changed.length - maxLines, 'cost', style),
  ];
}

/** Change, interval, before and after. */
function costCells({ baseMicros, headMicros, change }: CostChange): string[] {
  return [
    formatSignedMicros(change!.micros),
    `(${formatSignedMicros(change!.lowMicros)} to ${formatSignedMicros(change!.highMicros)})`,
    `${formatMicros(baseMicros)} → ${formatMicros(headMicros)}`,
  ];
}

/** Rows of cost cells, with a place at the end that is cut to fit. */
function costRows(rows: string[][], style: Style): string[] {
  const figures = textTable(rows.map((cells) => cells.slice(0, -1)));
  const width = Math.max(...figures.map((line) => line.length));
  return figures.map((line, index) => {
    const isLess = line.startsWith('−');
    const colour = isLess ? style.colours.green : style.colours.red;
    const place = cutEnd(rows[index]!.at(-1)!, style.columns - width - 6);
    return `  ${colour(padEnd(line, width))}  ${place}`;
  });
}

function moreLine(count: number, what: string, { colours }: Style): string[] {
  return count > 0 ? [colours.dim(`  and ${count} more ${what}${count === 1 ? '' : 's'}`)] : [];
}

function notesSection({ notes, method }: CompareReport, style: Style): string[] {
  return [
    heading('Notes', '', style),
    ...[...notes, `Method: ${method}.`].flatMap((note) =>
      wrap(plainLine(note), style.columns - 4).map((line, index) =>
        index === 0 ? `  - ${line}` : `    ${line}`,
      ),
    ),
  ];
}
