import type { BenchFigures, BenchReport } from '../../shared/bench.ts';
import {
  answersSentence,
  benchVerdictSentence,
  bytesText,
  callTimeText,
  deoptText,
  eliminationSentence,
  noVerdictSentence,
  predictionSentence,
  tierSentence,
} from '../../shared/benchText.ts';
import { formatCount, formatShare } from '../../shared/format.ts';
import { plainLine } from '../../shared/plainText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';

/** A benchmark for the terminal. `check` is the command that measures the server. */
export function benchText(report: BenchReport, check: string | null, style: Style): string {
  const { name, file, line } = report.function;
  const { underLoad, measured, rival, answers, comparison, prediction, recording } = report;
  const place = placeText(file, line, style.baseFolder);
  const lines = [heading(plainLine(name), place, style), ''];
  const row = (what: string, text: string) => lines.push(`  ${what.padEnd(14)}${plainLine(text)}`);
  if (recording) {
    const { kept, calls, requests, everyNth, isUsed } = recording;
    const inRequests = `${formatCount(calls)} calls in ${formatCount(requests)} requests`;
    row('Calls', isUsed ? `${kept} of ${inRequests}, one in ${everyNth}` : inRequests);
  }
  if (underLoad) row('Under load', `${formatShare(underLoad.share)} of the CPU time of a request`);
  figureRows(measured, report, row);
  if (rival && answers) {
    lines.push('', heading(`Against ${plainLine(rival.words)}`, '', style), '');
    figureRows(rival, report, row);
  }
  if (answers) {
    lines.push('', plainLine(answersSentence(answers)));
    for (const difference of answers.differences) lines.push(`  ${plainLine(difference)}`);
  }
  if (comparison) lines.push(style.colours.bold(benchVerdictSentence(comparison)));
  const noVerdict = noVerdictSentence(report);
  if (noVerdict !== null) lines.push(noVerdict);
  if (prediction) {
    lines.push(plainLine(predictionSentence(prediction, underLoad)));
    if (check !== null) lines.push(`To check it on the server: ${plainLine(check)}`);
  }
  if (report.notes.length > 0) lines.push('', ...report.notes.map((note) => plainLine(note)));
  if (report.written.length > 0) {
    lines.push('', ...report.written.map((path) => `Written         ${plainLine(path)}`));
  }
  return `${lines.join('\n')}\n`;
}

function figureRows(
  figures: BenchFigures,
  { underLoad }: BenchReport,
  row: (what: string, text: string) => void,
): void {
  row('Per call', callTimeText(figures));
  row('Proof', eliminationSentence(figures));
  row('Tier', tierSentence(figures, underLoad));
  row('Allocated', `${bytesText(figures)} per call`);
  row('Deoptimized', deoptText(figures));
}
