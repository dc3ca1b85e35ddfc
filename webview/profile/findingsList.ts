import { findingTitle, nothingStandsOut, type Finding } from '../../src/shared/finding.ts';
import { fileBelow } from '../../src/shared/filePaths.ts';
import { element } from '../elements/element.ts';
import type { ProfileMessage } from './profileConnection.ts';

const most = 3;

/** The dearest findings, each a line that leads to its place; nothing for runs that were made without. */
export function findingsList(
  { report: { findings }, baseFolder }: ProfileMessage,
  reveal: (place: { file: string; line: number; column: number }) => void,
): HTMLElement[] {
  if (!findings) return [];
  const label = { 'aria-label': 'What stands out' };
  if (findings.length === 0) {
    return [element('p', { class: 'findings none', text: nothingStandsOut, attributes: label })];
  }
  const rows = findings
    .slice(0, most)
    .map((finding) => element('li', {}, ...row(finding, baseFolder, reveal)));
  const left = findings.length - rows.length;
  if (left > 0) rows.push(element('li', { class: 'more', text: `and ${left} more` }));
  return [element('ol', { class: 'findings', attributes: label }, ...rows)];
}

function row(
  finding: Finding,
  baseFolder: string,
  reveal: (place: { file: string; line: number; column: number }) => void,
): HTMLElement[] {
  const { file, line, text, next } = finding;
  const title = element('b', { text: findingTitle(finding) });
  const words = element('span', { class: 'finding-text', text, title: `${text}\n${next}` });
  if (file === null || line === null) return [title, words];
  const place = element('button', {
    class: 'finding-place',
    text: `${fileBelow(file, baseFolder)}:${line}`,
    title: `Open line ${line}`,
    attributes: { type: 'button' },
  });
  place.addEventListener('click', () => reveal({ file, line, column: 1 }));
  return [title, place, words];
}
