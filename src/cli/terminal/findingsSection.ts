import { findingTitle, nothingStandsOut, type Finding } from '../../shared/finding.ts';
import { plainLine } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import { wrap } from './displayText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';

/** Lists what stands out, dearest first: kind and place, what was seen, and the next step. */
export function findingsSection(
  { findings }: Pick<Report, 'findings'>,
  maxFindings: number,
  style: Style,
): string[] {
  if (!findings) return [];
  if (findings.length === 0) {
    return [heading(nothingStandsOut, 'by the rules of docs/findings.md', style)];
  }
  const shown = findings.slice(0, maxFindings);
  const left = findings.length - shown.length;
  return [
    heading('What stands out', 'dearest first', style),
    ...shown.flatMap((finding) => findingLines(finding, style)),
    ...(left > 0 ? [style.colours.dim(`  and ${left} more`)] : []),
  ];
}

function findingLines(finding: Finding, style: Style): string[] {
  const { file, line, text, next } = finding;
  const place =
    file === null || line === null ? '' : `  ${placeText(file, line, style.baseFolder)}`;
  const indented = (words: string) =>
    wrap(plainLine(words), style.columns - 4).map((each) => `    ${each}`);
  return [
    `  ${style.colours.yellow(findingTitle(finding))}${style.colours.bold(place)}`,
    ...indented(text),
    ...indented(`${next}${optionText(finding)}`).map(style.colours.dim),
  ];
}

/** The option that takes the next step. */
function optionText({ action }: Finding): string {
  return action?.type === 'measure-again' ? ` (-c ${action.connections})` : '';
}
