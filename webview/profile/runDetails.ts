import type { RunPart } from '../../src/shared/report.ts';
import { commitText, machineText } from '../../src/shared/runFacts.ts';
import { element } from '../elements/element.ts';
import { loadPlots } from './loadPlots.ts';
import { blockList, loopPlots } from './loopPlot.ts';
import type { ProfileMessage } from './profileConnection.ts';
import { figureList, loadFigures, memoryFigures, samplingFigures } from './runFigures.ts';
import { loadText, titleOf } from './runHeader.ts';

/** All details of the run, below the flamegraph: figures, plots, notes. It can be collapsed. */
export class RunDetails {
  readonly element: HTMLDetailsElement;
  readonly #plots;

  constructor(
    { report, baseFolder }: Pick<ProfileMessage, 'report' | 'baseFolder'>,
    isOpen: boolean,
    onToggle: (isOpen: boolean) => void,
    reveal: (place: { file: string; line: number; column: number }) => void,
  ) {
    const { target, imported, load, notes, signals } = report;
    this.#plots = [...loadPlots(load), ...loopPlots(signals, baseFolder, reveal)];
    const plots = element('div', { class: 'plots' }, ...this.#plots.map((plot) => plot.element));
    this.element = element(
      'details',
      { class: 'run-details' },
      element('summary', {}, element('h2', { text: 'Run details' })),
      this.#plots.length > 0 ? plots : null,
      blockList(signals, baseFolder, reveal),
      figureList(loadFigures(load), 'all'),
      figureList(samplingFigures(report), 'all'),
      figureList(memoryFigures(report), 'all'),
      report.memory?.problem ? element('p', { class: 'facts', text: report.memory.problem }) : null,
      target && element('p', { class: 'facts', text: `${titleOf(report)} in ${target.cwd}` }),
      target && element('p', { class: 'facts', text: factsOf(report) }),
      ...(imported?.files ?? []).map((file) => element('p', { class: 'facts', text: file })),
      imported ? element('p', { class: 'facts', text: takenText(report) }) : null,
      originOf(report) === '' ? null : element('p', { class: 'facts', text: originOf(report) }),
      notes.length > 0 ? noteList(notes) : null,
    );
    this.element.open = isOpen;
    this.element.addEventListener('toggle', () => onToggle(this.element.open));
  }

  dispose(): void {
    for (const plot of this.#plots) plot.dispose();
  }
}

function factsOf(report: RunPart): string {
  const { target } = report;
  const versions = target ? [`Node.js ${target.node}`, `V8 ${target.v8}`] : [];
  return [loadText(report), ...versions, takenText(report)]
    .filter((fact) => fact !== '')
    .join(' · ');
}

/** The commit and the machine. */
function originOf({ target, machine }: RunPart): string {
  const facts = [target ? commitText(target) : '', machine ? machineText(machine) : ''];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** In the viewer's language and time zone. */
function takenText({ takenAt }: RunPart): string {
  const time = new Date(takenAt ?? '');
  if (Number.isNaN(time.getTime())) return '';
  return `taken ${time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}`;
}

function noteList(notes: readonly string[]): HTMLElement {
  const rows = notes.map((note) => element('li', { class: 'note', text: note }));
  return element('ul', { class: 'messages', attributes: { 'aria-label': 'Notes' } }, ...rows);
}
