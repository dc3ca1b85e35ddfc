import type { BenchReport } from '../../src/shared/bench.ts';
import type { FromBench, ShownBench, ToBench } from '../../src/shared/benchPanelWire.ts';
import { figureRows, loadRows, type BenchRow } from '../../src/shared/benchRows.ts';
import { answersSentence, benchHeadline, predictionSentence } from '../../src/shared/benchText.ts';
import { placeOf } from '../../src/shared/frameText.ts';
import { element } from '../elements/element.ts';
import type { VsCodeApi } from '../elements/vscodeApi.ts';

/** The page on one function that was measured by itself. */
export class BenchPage {
  readonly #main = element('main', { class: 'bench' });

  constructor(
    readonly api: VsCodeApi<FromBench>,
    readonly body: HTMLElement,
  ) {}

  start(): void {
    this.#main.append(note('Loading…'));
    this.body.prepend(this.#main);
    window.addEventListener('message', (event: MessageEvent<ToBench>) => this.#receive(event.data));
    this.#send({ type: 'ready' });
  }

  #send(message: FromBench): void {
    this.api.postMessage(message);
  }

  #receive(message: ToBench): void {
    switch (message.type) {
      case 'bench':
        return this.#show(message.bench);
      case 'failed':
        return this.#main.replaceChildren(note(message.message, 'alert'));
      default:
        // Browser extensions post messages too.
        message satisfies never;
    }
  }

  #show(bench: ShownBench | null): void {
    if (!bench) {
      this.#main.replaceChildren(note(nothingMeasured));
      return;
    }
    this.api.setState({ bench });
    const parts = this.#partsOf(bench).filter((part) => part !== null);
    this.#main.replaceChildren(...parts);
    this.#main.querySelector<HTMLElement>('h1')?.focus();
  }

  #partsOf({ report, baseFolder }: ShownBench): (Node | null)[] {
    const { measured, rival, answers, prediction, notes } = report;
    return [
      this.#head(report, baseFolder),
      section(rival ? 'As it is now' : 'By itself', rowList(figureRows(measured, report))),
      rival && section(`Against ${rival.words}`, rowList(figureRows(rival, report))),
      answers && section('Answers', ...sentences([answersSentence(answers)]), differences(report)),
      prediction && section('What a request gains', ...sentences(gainSentences(report))),
      loadSection(report),
      notes.length > 0 ? section('To know with it', ...sentences(notes)) : null,
      this.#written(report, baseFolder),
      this.#buttons(report),
    ];
  }

  #head(report: BenchReport, baseFolder: string): HTMLElement {
    const { name, file, line } = report.function;
    const text = placeOf({ file, line }, baseFolder);
    const { text: answer, isOpen } = benchHeadline(report);
    return element(
      'header',
      { class: 'bench-head' },
      element(
        'div',
        { class: 'bench-name' },
        element('h1', { text: name, attributes: { tabindex: '-1' } }),
        this.#button('link', text, { type: 'reveal' }, 'Open in the editor'),
      ),
      element('p', { class: isOpen ? 'bench-answer open' : 'bench-answer', text: answer }),
    );
  }

  #written({ written }: BenchReport, baseFolder: string): HTMLElement | null {
    if (written.length === 0) return null;
    const files = written.map((file) =>
      this.#button('link', placeOf({ file, line: 0 }, baseFolder), { type: 'open', file }),
    );
    return section(
      'Written',
      ...sentences([
        'The calls are what the load has sent: look at them before you give them to others.',
      ]),
      ...files,
    );
  }

  #buttons({ comparison, recording }: BenchReport): HTMLElement {
    return element(
      'div',
      { class: 'bench-buttons' },
      // Another function of the file is not what the server runs.
      comparison?.judged === 'measured' && recording
        ? this.#button('more', 'Measure on the Server', { type: 'measure' }, measureTitle)
        : null,
      this.#button('more', 'Benchmark Again or Against…', { type: 'again' }),
      this.#button('more', 'Write Benchmark File…', { type: 'write' }, writeTitle),
    );
  }

  #button(kind: 'link' | 'more', text: string, message: FromBench, title = ''): HTMLElement {
    const made = element('button', { class: kind, text, title, attributes: { type: 'button' } });
    made.addEventListener('click', () => this.#send(message));
    return made;
  }
}

const nothingMeasured =
  'Nothing is measured yet. With the cursor in a function, “Hotframe: Benchmark This Function” measures it by itself.';

const measureTitle = 'Measure My Change: the whole server before and now, in turn';

const writeTitle =
  'Measure it by itself once more, and write a benchmark that runs without Hotframe';

/** What the request would gain, and how to know it where no button measures it. */
function gainSentences({ prediction, comparison, underLoad }: BenchReport): string[] {
  if (!prediction) return [];
  const hint =
    comparison?.judged === 'rival'
      ? [
          'To measure it on the server, let the server call the other function, and choose Measure My Change.',
        ]
      : [];
  return [predictionSentence(prediction, underLoad), ...hint];
}

function rowList(rows: readonly BenchRow[]): HTMLElement {
  return element(
    'dl',
    { class: 'bench-rows' },
    ...rows.flatMap(({ what, text }) => [
      element('dt', { text: what }),
      element('dd', { class: what === 'Per call' ? 'time' : '', text }),
    ]),
  );
}

function loadSection(report: BenchReport): HTMLElement | null {
  const rows = loadRows(report);
  return rows.length > 0 ? section('In the server', rowList(rows)) : null;
}

function differences({ answers }: BenchReport): HTMLElement | null {
  if (!answers || answers.differences.length === 0) return null;
  const rows = answers.differences.map((text) => element('li', {}, element('code', { text })));
  return element('ul', { class: 'bench-list' }, ...rows);
}

function sentences(texts: readonly string[]): HTMLElement[] {
  return texts.map((text) => element('p', { class: 'bench-list', text }));
}

function section(title: string, ...parts: (Node | null)[]): HTMLElement {
  const heading = element('h2', { text: title });
  return element('section', { attributes: { 'aria-label': title } }, heading, ...parts);
}

function note(text: string, role: 'status' | 'alert' = 'status'): HTMLElement {
  return element('p', { class: 'bench-note', text, attributes: { role } });
}
