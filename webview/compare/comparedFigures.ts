import type { CompareReport } from '../../src/shared/compareReport.ts';
import { formatNumberOf } from '../../src/shared/format.ts';
import { formatPercent } from '../../src/shared/verdictText.ts';
import { element } from '../elements/element.ts';
import { metricsTable } from './metricsTable.ts';
import { PairsPlot } from './pairsPlot.ts';

/** The figures of a comparison: the table, the plot of the pairs, and the notes for the end of the page. */
export class ComparedFigures {
  readonly elements: HTMLElement[];
  readonly notes: HTMLElement;
  readonly #plot: PairsPlot | null;

  constructor(report: CompareReport) {
    const { metrics, pairs, verdict } = report;
    this.#plot = pairs.length < 2 ? null : new PairsPlot(verdict.metric, pairs);
    const table = metricsTable(metrics);
    this.elements = [
      ...(table ? [table] : []),
      ...(this.#plot ? [this.#plot.element] : []),
      element('p', { class: 'facts', text: repeatText(report) }),
    ];
    this.notes = notesOf(report);
  }

  dispose(): void {
    this.#plot?.dispose();
  }
}

/** How many runs and pairs there are, and how far runs of the same code differ here. */
function repeatText({ metrics, pairs, baseRuns, headRuns }: CompareReport): string {
  const runs = `${formatNumberOf(baseRuns, 'run')} before and ${headRuns} now`;
  const paired =
    pairs.length === 0
      ? 'none of them neighbours in time'
      : `${formatNumberOf(pairs.length, 'pair')} of neighbours in time`;
  const noise = metrics[0]?.noisePercent ?? null;
  const floor =
    noise === null
      ? 'How far two runs of the same code are apart here is not known.'
      : `Two runs of the same code differ here by up to ${formatPercent(noise)} in 19 of 20 cases.`;
  return `${runs}, ${paired}. ${floor}`;
}

function notesOf({ notes, method, code }: CompareReport): HTMLElement {
  const unit =
    code.unit === 'cpu'
      ? 'Microseconds are CPU time by the operating system’s accounting, shared out by the samples.'
      : 'Microseconds are time by the samples: the system’s accounting of CPU time is not known for all runs.';
  const rows = [...notes, unit, `Method: ${method}.`].map((text) =>
    element('li', { class: 'note', text }),
  );
  return element(
    'section',
    { class: 'compare-notes', attributes: { 'aria-label': 'Notes' } },
    element('h2', { text: 'Notes' }),
    element('ul', { class: 'messages' }, ...rows),
  );
}
