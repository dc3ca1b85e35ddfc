import type { BenchReport } from '../../shared/bench.ts';
import { figureRows, loadRows, type BenchRow } from '../../shared/benchRows.ts';
import {
  answersSentence,
  benchVerdictSentence,
  noVerdictSentence,
  predictionSentence,
} from '../../shared/benchText.ts';
import { plainLine } from '../../shared/plainText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';

/** A benchmark for the terminal. `check` is the command that measures the server. */
export function benchText(report: BenchReport, check: string | null, style: Style): string {
  const { name, file, line } = report.function;
  const { underLoad, measured, rival, answers, comparison, prediction } = report;
  const place = placeText(file, line, style.baseFolder);
  const lines = [heading(plainLine(name), place, style), ''];
  const add = (rows: BenchRow[]) => {
    for (const { what, text } of rows) lines.push(`  ${what.padEnd(14)}${plainLine(text)}`);
  };
  add(loadRows(report));
  add(figureRows(measured, report));
  if (rival && answers) {
    lines.push('', heading(`Against ${plainLine(rival.words)}`, '', style), '');
    add(figureRows(rival, report));
  }
  if (answers) {
    lines.push('', plainLine(answersSentence(answers)));
    for (const difference of answers.differences) lines.push(`  ${plainLine(difference)}`);
  }
  if (comparison) lines.push(style.colours.bold(benchVerdictSentence(comparison, measured.clock)));
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
