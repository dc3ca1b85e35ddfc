import { formatNumberOf, formatRoughMs } from '../../src/shared/format.ts';
import { serialText } from '../../src/shared/requestText.ts';
import type { RequestsReport, WaitPicture } from '../../src/shared/requestTimes.ts';
import { element } from '../elements/element.ts';
import { breadcrumb } from '../flame/breadcrumb.ts';
import { FlameGraph } from '../flame/flameGraph.ts';
import type { PlacedNode } from '../flame/framePath.ts';
import { SelectedFrame } from '../flame/selectedFrame.ts';
import type { Layout } from '../flame/viewSettings.ts';
import { Timeline } from './timeline.ts';
import { drawnWaits, waitFigures, waitLook, type DrawnWait } from './waitFrames.ts';

export interface WaitsEvents {
  baseFolder(): string;
  layout(): Layout;
  reveal(place: { file: string; line: number; column: number }, takeFocus: boolean): void;
}

/** Shows what requests wait for, beside the flamegraph of the CPU time: a flamegraph and two requests. */
export class WaitsView {
  readonly element = element('div', { class: 'waits-view' });
  readonly #graph: FlameGraph<DrawnWait>;
  readonly #selected = new SelectedFrame<DrawnWait>(waitFigures);
  /** Holds the tip of the flamegraph while that is shown. */
  readonly #tips = element('div');
  readonly #crumbs = element('div', { class: 'crumbs-slot' });
  #root: DrawnWait | null = null;

  constructor(private readonly events: WaitsEvents) {
    this.#graph = new FlameGraph(
      this.#tips,
      waitLook(() => events.baseFolder()),
      {
        zoom: (above, node) => this.#draw({ above, node }),
        reveal: (node, takeFocus) => events.reveal(node, takeFocus),
        selected: (frame) => this.#selected.show(frame, 'callees', events.baseFolder()),
        resized: () => {},
      },
      this.#selected.element,
      'Flamegraph of waits',
    );
  }

  /** @param picture null if the run has none */
  show(picture: WaitPicture | null, requests: RequestsReport | null | undefined): void {
    this.#root = null;
    this.#graph.clear();
    this.#selected.show(null, 'callees', '');
    const words = emptyText(picture, requests);
    if (!picture || !requests || (words !== null && !picture.typical)) {
      this.element.replaceChildren(empty(words ?? ''));
      return;
    }
    const parts =
      words === null
        ? [
            element('p', { class: 'waits-note', text: graphNote(picture, requests) }),
            this.#crumbs,
            this.#graph.element,
            this.#selected.element,
            this.#tips,
            ...serialList(requests),
          ]
        : [empty(words)];
    this.element.replaceChildren(...parts, ...this.#timelines(picture, requests));
    if (words !== null) return;
    this.#root = drawnWaits(picture.tree);
    this.#draw({ above: [], node: this.#root });
  }

  reset(): void {
    if (this.#root) this.#draw({ above: [], node: this.#root });
  }

  copy(): void {
    void this.#selected.copy();
  }

  #draw({ above, node }: PlacedNode<DrawnWait>): void {
    const zoomTo = (index: number) => {
      const to = above[index];
      if (to) this.#draw({ node: to, above: above.slice(0, index) });
    };
    this.#crumbs.replaceChildren(breadcrumb(above, node, zoomTo));
    this.#graph.draw(above, node, this.events.layout(), true);
  }

  #timelines(picture: WaitPicture, { sampled }: RequestsReport): HTMLElement[] {
    const { typical, slow, p50Ms, p99Ms } = picture;
    const events = {
      baseFolder: this.events.baseFolder(),
      reveal: this.events.reveal.bind(this.events),
    };
    const followed = formatNumberOf(sampled, 'request');
    const note = `Two of ${followed} that were followed after the measured window, where following makes them slower: p50 ${formatRoughMs(p50Ms)}, p99 ${formatRoughMs(p99Ms)} from arrival to answer.`;
    const made = [
      ...(typical ? [new Timeline('A typical request (p50)', typical, events)] : []),
      ...(slow ? [new Timeline('A slow request (p99)', slow, events)] : []),
    ];
    if (made.length === 0) return [];
    const words = slow ? note : note.replace('Two of', 'One of');
    return [
      element('p', { class: 'waits-note', text: words }),
      partLegend(),
      ...made.map((timeline) => timeline.element),
    ];
  }
}

/** Why there is nothing to draw; null if there is something. */
function emptyText(
  picture: WaitPicture | null,
  requests: RequestsReport | null | undefined,
): string | null {
  if (!requests) {
    return 'No requests were followed in this run, so it is not known where they wait.';
  }
  if (!picture) return 'This run was saved before pictures of waits were kept: run it again.';
  if (picture.tree.children.length > 0) return null;
  return 'Requests wait for nothing that is outside of JavaScript.';
}

function empty(text: string): HTMLElement {
  return element('p', { class: 'empty', text, attributes: { role: 'status' } });
}

function graphNote({ tree }: WaitPicture, { meanMs }: RequestsReport): string {
  return `Of the ${formatRoughMs(meanMs)} that a request takes, ${formatRoughMs(tree.ms)} are waits. Below the functions of yours that led there is what is waited for.`;
}

const maxSerial = 5;

function serialList({ serialAwaits = [] }: RequestsReport): HTMLElement[] {
  if (serialAwaits.length === 0) return [];
  const shown = serialAwaits.slice(0, maxSerial);
  const items = shown.map((each) => element('li', { text: `${serialText(each)}.` }));
  return [element('ul', { class: 'waits-serial' }, ...items)];
}

function partLegend(): HTMLElement {
  const entries = [
    ['wait', 'wait'],
    ['cpu', 'CPU'],
    ['queue', 'queue'],
  ] as const;
  const rows = entries.map(([part, words]) =>
    element(
      'li',
      {},
      element('span', {
        class: 'latency-key',
        attributes: { 'data-part': part, 'aria-hidden': 'true' },
      }),
      document.createTextNode(words),
    ),
  );
  return element('ul', { class: 'waits-legend' }, ...rows);
}
