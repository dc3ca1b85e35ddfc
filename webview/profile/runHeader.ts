import { formatNumberOf, formatUrl, formatWindow } from '../../src/shared/format.ts';
import { exactnessLabel, exactnessText, samplerText } from '../../src/shared/samplerText.ts';
import type { RunPart } from '../../src/shared/report.ts';
import { importedText, titleOfReport } from '../../src/shared/reportSubject.ts';
import { element } from '../elements/element.ts';
import { warningSign } from '../../src/shared/frameText.ts';
import { figureList, keyFigures } from './runFigures.ts';

/** Says what ran, how it did, and what to know before trusting the figures, as short as possible. */
export function runHeader(report: RunPart): HTMLElement {
  const words = importedText(report);
  const facts = words.length > 0 ? words.join(' · ') : loadText(report);
  return element(
    'header',
    { class: 'run' },
    element(
      'div',
      { class: 'run-line' },
      element(
        'div',
        { class: 'run-title' },
        element('h1', { text: titleOf(report), title: placeText(report) }),
        facts === ''
          ? null
          : element('p', {
              text: facts,
              title: words.length > 0 ? report.notes.join('\n') : facts,
            }),
        words.length > 0 ? null : exactness(report),
      ),
      figureList(keyFigures(report), 'key'),
    ),
    warnings(report),
  );
}

function placeText({ target, imported }: RunPart): string {
  return target ? `in ${target.cwd}` : (imported?.files.join('\n') ?? '');
}

/** A note on what the samples can't tell; null if they tell everything. */
function exactness({ sampling }: RunPart): HTMLElement | null {
  const label = sampling ? exactnessLabel(sampling) : '';
  if (!sampling || label === '') return null;
  const title = `${samplerText(sampling)}. ${exactnessText(sampling)}`;
  return element('p', { class: 'exactness', text: label, title });
}

export function titleOf(report: RunPart): string {
  return titleOfReport(report) ?? 'Hotframe';
}

/** For example `http://127.0.0.1:3000/orders · 10 connections, 10 s`. */
export function loadText({ target, load }: RunPart): string {
  const url = formatUrl(load?.url ?? target?.url ?? '');
  if (!load) return url;
  const connections = formatNumberOf(load.connections, 'connection');
  const scenario = load.scenario === undefined ? '' : `scenario ${load.scenario} · `;
  return `${scenario}${url} · ${connections}, ${formatWindow(load.durationS)}`;
}

function warnings({ failure, load }: RunPart): HTMLElement | null {
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
