import type { CompareReport, StateReport } from '../../src/shared/compareReport.ts';
import type { Verdict } from '../../src/shared/verdict.ts';
import { stateText } from '../../src/shared/verdictText.ts';
import { element } from '../elements/element.ts';
import { warningSign } from '../../src/shared/frameText.ts';
import { icon, type IconName } from '../elements/icon.ts';

const icons: Record<Verdict['kind'], IconName> = {
  faster: 'yes',
  slower: 'no',
  'no-difference': 'equal',
  'cannot-tell': 'unknown',
};

/** Whether the change helped, what was measured, and why the runs may not be comparable. */
export function verdictHeader({
  verdict,
  sentence,
  memorySentence,
  base,
  head,
  warnings,
}: CompareReport): HTMLElement {
  return element(
    'header',
    { class: 'verdict', attributes: { 'data-verdict': verdict.kind } },
    element('h1', {}, icon(icons[verdict.kind]), element('span', { text: sentence })),
    memorySentence === null ? null : element('p', { class: 'facts', text: memorySentence }),
    element(
      'dl',
      { class: 'states' },
      ...state('Before', 'the base', base),
      ...state('Now', 'the head', head),
    ),
    warnings.length === 0 ? null : warningList(warnings),
  );
}

function state(name: string, alias: string, report: StateReport): HTMLElement[] {
  const { command, path, scenario, machine } = report;
  const facts = [
    stateText(report),
    command?.join(' '),
    scenario === undefined ? path : `scenario ${scenario}`,
  ].filter((words) => words !== undefined && words !== '');
  return [
    element('dt', { text: name, title: `Also called ${alias}` }),
    element('dd', { text: facts.join(' · '), title: machine ?? '' }),
  ];
}

function warningList(warnings: readonly string[]): HTMLElement {
  const rows = warnings.map((text) =>
    element('li', { class: 'warning', text: `${warningSign} ${text}` }),
  );
  return element('ul', { class: 'messages', attributes: { 'aria-label': 'Warnings' } }, ...rows);
}
