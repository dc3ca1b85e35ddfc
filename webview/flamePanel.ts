import { frameMatcher } from '../src/shared/flameMatch.ts';
import type { FlameNode } from '../src/shared/flameWire.ts';
import { areas } from '../src/shared/vocabulary.ts';
import { areaToggles } from './areaToggles.ts';
import { breadcrumb } from './breadcrumb.ts';
import { element } from './element.ts';
import { noSamplesWords, nothingVisibleWords } from './emptyWords.ts';
import { FlameGraph } from './flameGraph.ts';
import { legend } from './legend.ts';
import { LineTable } from './lineTable.ts';
import { OwnerConnection, type ProfileMessage } from './ownerConnection.ts';
import { runHeader } from './runHeader.ts';
import { SearchBox } from './searchBox.ts';
import { drawingChoices } from './toolbar.ts';
import { restoreSettings, type ViewSettings } from './viewSettings.ts';
import type { VsCodeApi } from './vscodeApi.ts';

/**
 * The whole view: header, toolbar, flamegraph, hot lines. It holds the settings and the zoom;
 * everything else is drawn from them and from the owner's answers.
 */
export class FlamePanel {
  readonly #owner: OwnerConnection;
  readonly #graph: FlameGraph;
  readonly #search: SearchBox;
  #settings: ViewSettings;
  #message: ProfileMessage | null = null;
  #table: LineTable | null = null;
  /** Callers of the zoomed frame, outermost first; empty: the whole profile is shown. */
  #above: FlameNode[] = [];
  #zoomedId: number | undefined;
  #searchTimer = 0;

  readonly #header = element('div', { class: 'header-slot' });
  readonly #toggles = element('div', { class: 'toggles-slot' });
  readonly #choices = element('div', { class: 'choices-slot' });
  readonly #crumbs = element('div', { class: 'crumbs-slot' });
  readonly #legend = element('div', { class: 'legend-slot' });
  readonly #empty = element('p', { class: 'empty', attributes: { role: 'status' } });
  readonly #lines = element('div', { class: 'lines-slot' });

  constructor(
    readonly api: VsCodeApi,
    readonly body: HTMLElement,
  ) {
    this.#settings = restoreSettings(api.getState());
    this.#owner = new OwnerConnection(api, {
      profile: (message) => this.#showProfile(message),
      tree: (root) => this.#showTree(root),
      matches: (matches) => this.#search.showMatches(matches),
      failed: (message) => this.#showFailure(message),
    });
    this.#search = new SearchBox(
      () => this.#searchChanged(),
      () => this.#graph.focus(),
    );
    this.#graph = new FlameGraph(body, {
      zoom: (path, node) => this.#zoom(path, node),
      reset: () => this.#resetZoom(),
      reveal: (node, takeFocus) => {
        this.#owner.reveal(node, takeFocus);
        this.#light(node.functionId);
      },
      resized: () => this.#query(),
    });
  }

  start(): void {
    const toolbar = element('div', { class: 'toolbar' }, this.#choices, this.#search.element);
    const above = element('div', { class: 'above-graph' }, this.#crumbs, this.#legend);
    const flame = element(
      'section',
      { class: 'flame', attributes: { 'aria-label': 'Flamegraph' } },
      this.#toggles,
      toolbar,
      above,
      this.#empty,
      this.#graph.element,
    );
    this.#empty.textContent = 'Loading the profile…';
    this.body.prepend(element('main', {}, this.#header, flame, this.#lines));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#owner.start();
  }

  #showProfile(message: ProfileMessage): void {
    this.#message = message;
    this.#above = [];
    this.#zoomedId = undefined;
    this.#graph.baseFolder = message.baseFolder;
    this.#header.replaceChildren(runHeader(message.report));
    const words = noSamplesWords(message.report);
    this.body.classList.toggle('no-samples', words !== null);
    this.#lines.replaceChildren();
    this.#table = null;
    if (words !== null) {
      this.#showEmpty(words);
      return;
    }
    this.#table = new LineTable(message, (row, fn, takeFocus) => {
      this.#owner.reveal({ file: row.line.file, line: row.line.line, column: 1 }, takeFocus);
      this.#light(fn?.functionId ?? -1);
    });
    this.#lines.replaceChildren(this.#table.element);
    this.#showControls();
    this.#query();
  }

  #showControls(): void {
    if (!this.#message) return;
    const settings = this.#settings;
    replaceKeepingFocus(
      this.#toggles,
      areaToggles(this.#message, settings.visibility, (visibility) => this.#change({ visibility })),
    );
    if (this.#choices.childElementCount === 0) {
      this.#choices.append(drawingChoices(settings, (change) => this.#change(change)));
    }
    const shown = areas.filter(
      (area) =>
        settings.visibility.areas.includes(area) ||
        (area === 'deps' && settings.visibility.packages.length > 0),
    );
    this.#legend.replaceChildren(legend(settings.colour, shown));
  }

  #change(change: Partial<ViewSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.api.setState(this.#settings);
    this.#showControls();
    if (change.visibility || change.direction) {
      this.#above = [];
      this.#zoomedId = undefined;
      this.#askMatches();
      this.#query();
      return;
    }
    this.#graph.redraw(this.#settings);
  }

  #query(): void {
    if (!this.#message || this.body.classList.contains('no-samples')) return;
    this.#graph.setBusy();
    this.#owner.query({
      visibility: this.#settings.visibility,
      inverted: this.#settings.direction === 'callers',
      minShare: this.#graph.minShare(),
      ...(this.#zoomedId === undefined ? {} : { rootId: this.#zoomedId }),
    });
  }

  #showTree(root: FlameNode): void {
    const words =
      this.#zoomedId === undefined ? nothingVisibleWords(root, this.#settings.visibility) : null;
    this.#crumbs.replaceChildren(
      breadcrumb(this.#above, root, (index) => {
        const node = this.#above[index];
        if (node) this.#zoom(this.#above.slice(0, index), node);
      }),
    );
    if (words !== null) {
      this.#showEmpty(words);
      return;
    }
    this.#empty.textContent = '';
    this.#graph.draw(this.#above, root, this.#settings);
  }

  #showEmpty(words: string): void {
    this.#crumbs.replaceChildren();
    this.#graph.clear();
    this.#empty.textContent = words;
  }

  #showFailure(message: string): void {
    if (this.#zoomedId === undefined) this.#showEmpty(message);
    else this.#resetZoom();
  }

  #zoom(path: FlameNode[], node: FlameNode): void {
    this.#above = path;
    this.#zoomedId = path.length === 0 ? undefined : node.id;
    this.#query();
  }

  #resetZoom(): void {
    if (this.#zoomedId !== undefined) this.#zoom([], this.#above[0]!);
  }

  #light(functionId: number): void {
    const ids = new Set(functionId < 0 ? [] : [functionId]);
    this.#graph.light(ids);
    this.#table?.light(ids);
  }

  #searchChanged(): void {
    const { text } = this.#search;
    this.#graph.mark(frameMatcher(text, this.#message?.baseFolder ?? ''), text !== '');
    this.#owner.dropSearch();
    window.clearTimeout(this.#searchTimer);
    if (text === '') this.#search.showMatches(null);
    else this.#searchTimer = window.setTimeout(() => this.#askMatches(), typingPauseMs);
  }

  #askMatches(): void {
    const { text } = this.#search;
    if (text !== '' && this.#message) this.#owner.search(this.#settings.visibility, text);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping =
      event.target instanceof HTMLInputElement && ['search', 'text'].includes(event.target.type);
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.#search.focus();
    } else if (event.key === 'Escape' && !isTyping) {
      this.#resetZoom();
      this.#light(-1);
    }
  }
}

const typingPauseMs = 120;

/** Replaces the content; a button that was focused is focused again by its name. */
function replaceKeepingFocus(slot: HTMLElement, content: HTMLElement): void {
  const active = document.activeElement;
  const name = active instanceof HTMLElement && slot.contains(active) ? active.dataset['name'] : '';
  slot.replaceChildren(content);
  if (!name) return;
  const buttons = slot.querySelectorAll<HTMLElement>('[data-name]');
  Array.from(buttons)
    .find((button) => button.dataset['name'] === name)
    ?.focus();
}
