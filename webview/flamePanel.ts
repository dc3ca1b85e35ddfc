import { frameMatcher } from '../src/shared/flameMatch.ts';
import type { FlameNode } from '../src/shared/flameWire.ts';
import { areas } from '../src/shared/vocabulary.ts';
import { AreaToggles } from './areaToggles.ts';
import { breadcrumb } from './breadcrumb.ts';
import { element } from './element.ts';
import { noSamplesWords, nothingVisibleWords } from './emptyWords.ts';
import { FlameGraph } from './flameGraph.ts';
import { FlameZoom } from './flameZoom.ts';
import type { PlacedNode } from './framePath.ts';
import { hottestFrames, zoomFor } from './hottestFrames.ts';
import { HottestStepper } from './hottestStepper.ts';
import { legend } from './legend.ts';
import { LineTable } from './lineTable.ts';
import { OwnerConnection, type ProfileMessage } from './ownerConnection.ts';
import { panelActionOf } from './panelKeys.ts';
import { RunDetails } from './runDetails.ts';
import { runHeader } from './runHeader.ts';
import { saveButtons } from './saveButtons.ts';
import { SearchBox } from './searchBox.ts';
import { SelectedFrame } from './selectedFrame.ts';
import { drawingChoices } from './toolbar.ts';
import type { ViewSettings } from './viewSettings.ts';
import { profileKeyOf, restoreState, type ViewState } from './viewState.ts';
import type { VsCodeApi } from './vscodeApi.ts';

/**
 * The whole view: header, toolbar, flamegraph, run details, hot lines. It holds the settings;
 * everything else is drawn from them and from the owner's answers.
 */
export class FlamePanel {
  readonly #owner: OwnerConnection;
  readonly #graph: FlameGraph;
  readonly #zoom: FlameZoom;
  readonly #search: SearchBox;
  readonly #toggles = new AreaToggles((visibility) => this.#change({ visibility }));
  readonly #stepper = new HottestStepper(
    () => this.#findHottest(),
    (frame) => this.#showHottest(frame),
  );
  readonly #selected = new SelectedFrame();
  #settings: ViewState;
  #message: ProfileMessage | null = null;
  #table: LineTable | null = null;
  #details: RunDetails | null = null;
  /** Where the stepping among the hottest frames began. */
  #scope: PlacedNode | null = null;

  readonly #header = element('div', { class: 'header-slot' });
  readonly #choices = element('div', { class: 'choices-slot' });
  readonly #saves = element('div', { class: 'saves-slot' });
  readonly #crumbs = element('div', { class: 'crumbs-slot' });
  readonly #legend = element('div', { class: 'legend-slot' });
  readonly #empty = element('p', { class: 'empty', attributes: { role: 'status' } });
  readonly #below = element('div', { class: 'details-slot' });
  readonly #lines = element('div', { class: 'lines-slot' });

  constructor(
    readonly api: VsCodeApi,
    readonly body: HTMLElement,
  ) {
    this.#settings = restoreState(api.getState());
    this.#owner = new OwnerConnection(api, {
      profile: (message) => this.#showProfile(message),
      tree: (root) => this.#showTree(root),
      matches: (matches) => this.#search.showMatches(matches),
      failed: (message) => this.#showFailure(message),
      highlight: (functionIds) => this.#highlight(new Set(functionIds)),
    });
    this.#search = new SearchBox(this.#settings.search, {
      changed: () => this.#searchChanged(),
      paused: () => this.#askMatches(),
      left: () => this.#graph.focus(),
    });
    this.#graph = new FlameGraph(body, {
      zoom: (above, node) => this.#zoomTo({ above, node }),
      reveal: (node, takeFocus) => {
        this.#owner.reveal(node, takeFocus);
        this.#light(node.functionId);
      },
      selected: (frame) => this.#select(frame),
      resized: () => this.#query(),
    });
    this.#zoom = new FlameZoom(
      this.#owner,
      this.#graph,
      () => this.#settings,
      (path) => {
        const profileKey = this.#message && profileKeyOf(this.#message);
        this.#keep({ zoom: profileKey && path.length > 0 ? { profileKey, path } : null });
      },
    );
  }

  start(): void {
    const toolbar = element(
      'div',
      { class: 'toolbar' },
      this.#toggles.element,
      this.#choices,
      this.#saves,
      this.#search.element,
      this.#stepper.element,
    );
    const flame = element(
      'section',
      { class: 'flame', attributes: { 'aria-label': 'Flamegraph' } },
      toolbar,
      element('div', { class: 'above-graph' }, this.#crumbs, this.#legend),
      this.#empty,
      this.#graph.element,
      this.#selected.element,
    );
    this.#empty.textContent = 'Loading the profile…';
    this.body.prepend(element('main', {}, this.#header, flame, this.#below, this.#lines));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#owner.start();
  }

  #showProfile(message: ProfileMessage): void {
    this.#message = message;
    this.#forgetPicture();
    this.#highlight(new Set());
    this.#light(-1);
    this.#graph.baseFolder = message.baseFolder;
    this.#header.replaceChildren(runHeader(message.report));
    this.#details?.dispose();
    this.#details = new RunDetails(message.report, this.#settings.isDetailsOpen, (isDetailsOpen) =>
      this.#keep({ isDetailsOpen }),
    );
    this.#below.replaceChildren(this.#details.element);
    const words = noSamplesWords(message.report);
    this.body.classList.toggle('no-samples', words !== null);
    this.#lines.replaceChildren();
    this.#table = null;
    if (words !== null) {
      this.#showEmpty(words);
      return;
    }
    this.#table = new LineTable(
      message,
      this.#settings.order,
      (row, fn, takeFocus) => {
        this.#owner.reveal({ file: row.line.file, line: row.line.line, column: 1 }, takeFocus);
        this.#light(fn?.functionId ?? -1);
      },
      (order) => this.#keep({ order }),
    );
    this.#lines.replaceChildren(this.#table.element);
    const saveHtml = message.isSavedPage ? null : () => this.#owner.saveHtml();
    this.#saves.replaceChildren(saveButtons(() => this.#saveSvg(), saveHtml));
    this.#showControls();
    if (this.#search.text !== '') {
      this.#searchChanged();
      this.#askMatches();
    }
    const { zoom } = this.#settings;
    if (zoom?.profileKey === profileKeyOf(message)) {
      void this.#zoom.restore(zoom.path);
    } else {
      this.#keep({ zoom: null });
      this.#query();
    }
  }

  async #findHottest(): Promise<PlacedNode[]> {
    const { scope } = this.#zoom;
    this.#scope = scope;
    if (!scope) return [];
    return hottestFrames(scope, (rootId, minShare) => this.#zoom.lookUp(rootId, minShare));
  }

  #showHottest(frame: PlacedNode): void {
    const part = readablePx / Math.max(1, this.#graph.element.clientWidth);
    this.#zoom.toOther(zoomFor(frame, this.#scope?.above.length ?? 0, part));
    this.#graph.point(frame.node);
    this.#select(frame);
    this.#light(frame.node.functionId);
    this.#owner.reveal(frame.node, false);
  }

  #select(frame: PlacedNode | null): void {
    const baseFolder = this.#message?.baseFolder ?? '';
    this.#selected.show(frame, this.#settings.direction, baseFolder);
  }

  #saveSvg(): void {
    const text = this.#graph.svg();
    if (text !== null) this.#owner.saveSvg(text);
  }

  #highlight(functionIds: ReadonlySet<number>): void {
    this.#graph.highlight(functionIds);
    this.#table?.highlight(functionIds);
  }

  #forgetPicture(): void {
    this.#zoom.forget();
    this.#scope = null;
    this.#stepper.reset();
    this.#graph.forgetCurrent();
    this.#select(null);
  }

  #keep(change: Partial<ViewState>): void {
    this.#settings = { ...this.#settings, ...change };
    this.api.setState(this.#settings);
  }

  #showControls(): void {
    if (!this.#message) return;
    const settings = this.#settings;
    this.#toggles.show(this.#message, settings.visibility);
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
    const isOther = change.visibility !== undefined || change.direction !== undefined;
    this.#keep(isOther ? { ...change, zoom: null } : change);
    this.#showControls();
    if (isOther) {
      this.#forgetPicture();
      this.#askMatches();
      this.#query();
      return;
    }
    this.#graph.redraw(this.#settings);
  }

  #query(): void {
    if (!this.#message || this.body.classList.contains('no-samples')) return;
    this.#zoom.query();
  }

  #showTree(root: FlameNode): void {
    this.#zoom.arrived(root);
    const above = this.#zoom.scope?.above ?? [];
    const hadFocus = this.#crumbs.contains(document.activeElement);
    const words = this.#zoom.isZoomed ? null : nothingVisibleWords(root, this.#settings.visibility);
    this.#crumbs.replaceChildren(
      breadcrumb(above, root, (index) => {
        const node = above[index];
        if (node) this.#zoomTo({ node, above: above.slice(0, index) });
      }),
    );
    if (words !== null) {
      this.#showEmpty(words);
      return;
    }
    this.#empty.textContent = '';
    this.#graph.draw(above, root, this.#settings);
    // The button that was pressed is gone.
    if (hadFocus) this.#graph.focus();
  }

  #showEmpty(words: string): void {
    this.#crumbs.replaceChildren();
    this.#graph.clear();
    this.#empty.textContent = words;
  }

  #showFailure(message: string): void {
    if (this.#zoom.isZoomed) this.#resetZoom();
    else this.#showEmpty(message);
  }

  #zoomTo(frame: PlacedNode): void {
    this.#stepper.reset();
    this.#zoom.to(frame);
  }

  #resetZoom(): void {
    const root = this.#zoom.isZoomed ? this.#zoom.scope?.above[0] : undefined;
    if (root) this.#zoomTo({ node: root, above: [] });
  }

  #light(functionId: number): void {
    const ids = new Set(functionId < 0 ? [] : [functionId]);
    this.#graph.light(ids);
    this.#table?.light(ids);
  }

  #searchChanged(): void {
    const { text } = this.#search;
    this.#keep({ search: text });
    this.#graph.mark(frameMatcher(text, this.#message?.baseFolder ?? ''), text !== '');
    this.#owner.dropSearch();
  }

  #askMatches(): void {
    const { text } = this.#search;
    if (text !== '' && this.#message) this.#owner.search(this.#settings.visibility, text);
  }

  #key(event: KeyboardEvent): void {
    switch (panelActionOf(event)) {
      case 'search':
        event.preventDefault();
        return this.#search.focus();
      case 'reset':
        this.#resetZoom();
        this.#stepper.reset();
        this.#graph.forgetCurrent();
        return this.#light(-1);
      case 'next':
        return void (this.#zoom.scope && this.#stepper.step(1));
      case 'previous':
        return void (this.#zoom.scope && this.#stepper.step(-1));
      case 'copy':
        return void (this.#zoom.scope && this.#selected.copy());
      case null:
        return;
    }
  }
}

/** A frame that was stepped to is at least this wide, where that is possible. */
const readablePx = 100;
