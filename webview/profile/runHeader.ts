import { formatNumberOf, formatUrl, formatWindow } from '../../src/shared/format.ts';
import type { Report } from '../../src/shared/report.ts';
import { element } from '../element.ts';
import { warningSign } from '../../src/shared/frameWords.ts';
import { figureList, keyFigures } from './runFigures.ts';

/** What ran, how it did, and what one should know before trusting the figures: as little as can be. */
export function runHeader(report: Report): HTMLElement {
  const { target } = report;
  const facts = loadWords(report);
  return element(
    'header',
    { class: 'run' },
    element(
      'div',
      { class: 'run-line' },
      element(
        'div',
        { class: 'run-title' },
        element('h1', { text: titleOf(report), title: target ? `in ${target.cwd}` : '' }),
        facts === '' ? null : element('p', { text: facts, title: facts }),
      ),
      figureList(keyFigures(report), 'key'),
    ),
    warnings(report),
  );
}

export function titleOf({ target }: Report): string {
  return target ? target.command.join(' ') : 'Hotframe';
}

/** `http://127.0.0.1:3000/orders · 10 connections, 10 s` */
export function loadWords({ target, load }: Report): string {
  const url = formatUrl(load?.url ?? target?.url ?? '');
  if (!load) return url;
  const connections = formatNumberOf(load.connections, 'connection');
  const scenario = load.scenario === undefined ? '' : `scenario ${load.scenario} · `;
  return `${scenario}${url} · ${connections}, ${formatWindow(load.durationS)}`;
}

function warnings({ failure, load }: Report): HTMLElement | null {
  const list = element('ul', { class: 'messages' });
  if (failure) {
    list.append(
      element('li', { class: 'failure', text: failure.message, attributes: { role: 'alert' } }),
    );
  }
  for (const warning of load?.warnings ?? []) {
    list.append(element('li', { class: 'warning', text: `${warningSign} ${warning}` }));
  }
  return list.childElementCount > 0 ? list : null;
}
