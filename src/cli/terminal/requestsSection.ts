import { formatNumberOf, formatRoughMs, formatShare } from '../../shared/format.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import type { RequestsReport, WaitReport } from '../../shared/requestTimes.ts';
import {
  latencyParts,
  requestSentences,
  serialText,
  waitingLines,
  waitFacts,
  waitTarget,
} from '../../shared/requestText.ts';
import type { SourceOf } from '../../engine/profile/sourceOf.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart, wrap } from './displayText.ts';
import { shareBar } from './shareBar.ts';
import { sourceText } from './sourceText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';

const nameColumns = 21;
const msColumns = 9;
const shareColumns = 7;

/** Says where the latency goes: the sentence, and the parts that make it up. */
export function requestsSection(report: Report, style: Style): string[] {
  const { requests } = report;
  if (!requests) return [];
  const [sentence = '', ...others] = requestSentences(report).map(plainLine);
  return [
    heading("Where a request's time goes", followedText(requests), style),
    ...wrap(sentence, style.columns - 2).map((line) => `  ${line}`),
    ...partRows(requests, style),
    ...others
      .flatMap((each) => wrap(each, style.columns - 2))
      .map((line) => style.colours.dim(`  ${line}`)),
  ];
}

function followedText({ sampled }: RequestsReport): string {
  return `the mean of all answers, divided as in ${formatNumberOf(sampled, 'request')}`;
}

function partRows(requests: RequestsReport, style: Style): string[] {
  const parts = latencyParts(requests);
  const full = Math.max(...parts.map(({ share }) => share));
  const left = style.columns - 2 - nameColumns - msColumns - shareColumns - 2;
  return parts.map(({ part, name, ms, share }) => {
    const bar = shareBar(share, full, Math.min(36, left));
    const colour = part === 'wait' ? style.colours.cyan : style.colours.red;
    const figures = `${padStart(formatRoughMs(ms), msColumns)}${padStart(formatShare(share), shareColumns)}`;
    return `  ${padEnd(name, nameColumns)}${figures}  ${bar === '' ? '' : colour(bar)}`.trimEnd();
  });
}

/** The lines at which requests wait: the time, its share of the latency, and what for. */
export function waitsSection(
  { requests, lines }: Report,
  sourceOf: SourceOf,
  maxLines: number,
  style: Style,
): string[] {
  const shown = waitingLines(lines, requests).slice(0, maxLines);
  if (!requests || shown.length === 0) return [];
  const indent = 2 + msColumns + shareColumns + 2;
  const places = shown.map(({ file, line }) => placeText(file, line, style.baseFolder));
  const maxPlace = Math.floor((style.columns - indent) * 0.45);
  const placeColumns = Math.min(maxPlace, Math.max(...places.map(displayWidth)));
  const rows = shown.flatMap((line, index) => {
    const { waitMs = 0, waits = [] } = line;
    const ms = style.colours.bold(padStart(formatRoughMs(waitMs), msColumns));
    const share = padStart(formatShare(waitMs / requests.meanMs), shareColumns);
    const place = padEnd(cutPath(places[index] ?? '', placeColumns), placeColumns);
    const source = cutEnd(sourceText(line, sourceOf), style.columns - indent - placeColumns - 2);
    const details = waits
      .slice(0, maxWaits)
      .map(
        (wait) => ' '.repeat(indent) + style.colours.dim(waitText(wait, style.columns - indent)),
      );
    return [`  ${ms}${share}  ${place}  ${source}`.trimEnd(), ...details];
  });
  return [
    heading('Requests wait', 'mean of all requests, and share of the latency', style),
    ...rows,
    ...serialRows(requests, style),
  ];
}

/** Awaits that wait one after the other. */
const maxSerial = 5;

function serialRows({ serialAwaits = [] }: RequestsReport, style: Style): string[] {
  const shown = serialAwaits.slice(0, maxSerial);
  const more = serialAwaits.length - shown.length;
  const sentences = [
    ...shown.map((each) => `${plainLine(serialText(each))}.`),
    ...(more > 0 ? [`So do ${more} more pairs (--json).`] : []),
  ];
  return sentences.flatMap((each) => wrap(each, style.columns - 2)).map((line) => `  ${line}`);
}

/** How many waits of one line are listed. */
const maxWaits = 3;

/** If the row is too long, the name of what it waits for is cut. */
function waitText(wait: WaitReport, columns: number): string {
  const facts = waitFacts(wait);
  const target = cutEnd(plainLine(waitTarget(wait)), columns - displayWidth(facts) - 3);
  return target === '' ? facts : `${target} · ${facts}`;
}
