import { formatMicros } from '../shared/format.ts';
import type { CostChange } from '../shared/codeChange.ts';
import type { CompareReport } from '../shared/compareReport.ts';
import {
  fateText,
  formatInterval,
  formatMetric,
  formatPercent,
  formatSigned,
  formatSignedMicros,
  intervalHeading,
  metricText,
  stateText,
} from '../shared/verdictText.ts';
import { routeKindText } from '../shared/routeText.ts';
import { waitTarget } from '../shared/requestText.ts';
import { plainLine } from '../shared/plainText.ts';
import { placeText } from './terminal/words.ts';

const maxRows = 15;

/** A summary for a pull request. Names from the profiled program are in code spans or escaped. */
export function compareMarkdown(report: CompareReport, baseFolder: string): string {
  const { base, head, warnings, notes, method, sentence, memorySentence } = report;
  const blocks = [
    `### ${plain(sentence)}`,
    memorySentence === null ? '' : plain(memorySentence),
    ...warnings.map((warning) => `> ⚠ ${plain(warning)}`),
    table(
      ['', 'base', 'head', 'change', intervalHeading, 'same code differs'],
      report.metrics
        .filter((each) => each.base !== null || each.head !== null)
        .map(({ metric, base, head, change, noisePercent }) => [
          metricText[metric],
          formatMetric(metric, base),
          formatMetric(metric, head),
          change ? formatSigned(change.percent) : '–',
          change ? formatInterval(change) : '–',
          noisePercent === null ? '–' : `up to ${formatPercent(noisePercent)}`,
        ]),
    ),
    ...codeBlocks(report, baseFolder),
    `<sub>${plain(`Base: ${stateText(base)}. Head: ${stateText(head)}. ${[...notes, `Method: ${method}.`].join(' ')}`)}</sub>`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function codeBlocks({ code }: CompareReport, baseFolder: string): string[] {
  const placeOf = (file: string, line = 0) => placeText(file, line, baseFolder);
  const functions = code.functions.filter(({ isBeyondNoise }) => isBeyondNoise);
  const lines = code.lines.filter(({ isBeyondNoise }) => isBeyondNoise);
  const waits = code.waits.filter(({ isBeyondNoise }) => isBeyondNoise);
  const routes = code.routes.filter(({ isBeyondNoise }) => isBeyondNoise);
  const cost = (each: CostChange) => [
    formatMicros(each.baseMicros),
    formatMicros(each.headMicros),
    formatSignedMicros(each.change!.micros),
    `${formatSignedMicros(each.change!.lowMicros)} to ${formatSignedMicros(each.change!.highMicros)}`,
  ];
  const costHead = ['base', 'head', 'change', 'interval'];
  return [
    functions.length === 0
      ? ''
      : `**Functions that changed** (self ${code.unit === 'cpu' ? 'CPU ' : ''}time of a request)\n\n${table(
          ['function', ...costHead],
          functions.slice(0, maxRows).map((each) => {
            const place = (each.head ?? each.base)!;
            const fate = fateText(each, placeOf);
            return [
              `${span(place.name)} ${span(placeOf(place.file, place.line))}${fate === '' ? '' : ` (${plain(fate)})`}`,
              ...cost(each),
            ];
          }),
        )}`,
    lines.length === 0
      ? ''
      : `**Lines that changed**\n\n${table(
          ['line', ...costHead],
          lines.slice(0, maxRows).map((each) => {
            const place = (each.head ?? each.base)!;
            return [span(placeOf(place.file, place.line)), ...cost(each)];
          }),
        )}`,
    routes.length === 0
      ? ''
      : `**Routes that changed**\n\n${table(
          ['of a request', ...costHead],
          routes
            .slice(0, maxRows)
            .map((each) => [`${routeKindText(each)} of ${span(each.route)}`, ...cost(each)]),
        )}`,
    waits.length === 0
      ? ''
      : `**Waits that changed**\n\n${table(
          ['wait of a request', ...costHead],
          waits.slice(0, maxRows).map((each) => {
            const place = (each.head ?? each.base)!;
            const words = `${span(placeOf(place.file, place.line))} ${plain(waitTarget(each))}`;
            return [words, ...cost(each)];
          }),
        )}`,
  ];
}

function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  );
}

/** Escapes Markdown, HTML and mentions. */
function plain(text: string): string {
  return plainLine(text).replace(/[&<>@\\`*_{}[\]#|~]/g, (sign) =>
    '&<>@'.includes(sign) ? `&#${sign.codePointAt(0)};` : `\\${sign}`,
  );
}

/** A code span. Only backticks and the table's `|` have a meaning in it. */
function span(text: string): string {
  return `\`${plainLine(text).replaceAll('`', "'").replaceAll('|', '\\|').slice(0, 200)}\``;
}
