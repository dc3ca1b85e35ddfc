import type { MetricEstimate } from '../../src/shared/verdict.ts';
import {
  formatInterval,
  formatMetric,
  formatPercent,
  formatSigned,
  intervalLevel,
  isBetter,
  metricText,
} from '../../src/shared/verdictText.ts';
import { element } from '../elements/element.ts';
import { headedTable } from '../elements/headedTable.ts';

const columns = [
  { text: 'Figure', title: 'What is compared; the verdict is about the first' },
  { text: 'Before', title: 'Geometric mean over the runs' },
  { text: 'Now', title: 'Geometric mean over the runs' },
  { text: 'Change', title: 'By pairs of neighbouring runs, in percent of before' },
  {
    text: 'Interval',
    title: `${intervalLevel}: in 95 of 100 comparisons it holds the true change after each pair of runs, so one may stop at any`,
  },
  {
    text: 'Same code differs by',
    title: 'How far two runs of the same code are apart here, in 19 of 20 cases',
  },
];

/** Each figure before and now; null if no run has any. */
export function metricsTable(metrics: readonly MetricEstimate[]): HTMLElement | null {
  const known = metrics.filter(({ base, head }) => base !== null || head !== null);
  if (known.length === 0) return null;
  const caption = element('caption', { class: 'unseen', text: 'Figures before and now' });
  const body = element('tbody', {}, ...known.map(row));
  return headedTable(columns, body, { class: 'metrics', caption });
}

function row(estimate: MetricEstimate): HTMLElement {
  const { metric, base, head, change, noisePercent } = estimate;
  const better = isBetter(estimate);
  const [kind, word] =
    better === null ? ['unsure', ''] : better ? ['better', 'better'] : ['worse', 'worse'];
  return element(
    'tr',
    { class: kind },
    element('th', { text: metricText[metric], attributes: { scope: 'row' } }),
    element('td', { text: formatMetric(metric, base) }),
    element('td', { text: formatMetric(metric, head) }),
    element(
      'td',
      { class: 'change' },
      element('span', { text: change ? formatSigned(change.percent) : '–' }),
      word === '' ? null : element('small', { text: ` ${word}` }),
    ),
    element('td', { text: change ? formatInterval(change) : '–' }),
    element('td', {
      text: noisePercent === null ? 'not known' : `up to ${formatPercent(noisePercent)}`,
    }),
  );
}
