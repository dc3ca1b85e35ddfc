import { frameMatcher } from '../src/shared/flameMatch.ts';
import type { FlameNode } from '../src/shared/flameWire.ts';
import { areas } from '../src/shared/vocabulary.ts';
import { areaToggles } from './areaToggles.ts';
import { breadcrumb } from './breadcrumb.ts';
import { element } from './element.ts';
import { noSamplesWords, nothingVisibleWords } from './emptyWords.ts';
import { FlameGraph } from './flameGraph.ts';
import { findPath, stepOf, type PlacedNode } from './framePath.ts';
import { hottestFrames, zoomFor } from './hottestFrames.ts';
import { HottestStepper } from './hottestStepper.ts';
import { legend } from './legend.ts';
import { LineTable } from './lineTable.ts';
import { LoadPlot } from './loadPlot.ts';
import { OwnerConnection, type ProfileMessage } from './ownerConnection.ts';
import { runHeader } from './runHeader.ts';
import { saveButtons } from './saveButtons.ts';
import { SearchBox } from './searchBox.ts';
import { SelectedFrame } from './selectedFrame.ts';
import { drawingChoices } from './toolbar.ts';
import type { ViewSettings } from './viewSettings.ts';
import { profileKeyOf, restoreState, type ViewState } from './viewState.ts';
import type { VsCodeApi } from './vscodeApi.ts';

/**
 * The whole view: header, toolbar, flamegraph, hot lines. It holds the settings and the zoom;
 * everything else is drawn from them and from the owner's answers.
 */
export class FlamePanel {
  readonly #owner: OwnerConnection;
  readonly #graph: FlameGraph;
  readonly #search: SearchBox;
  readonly #stepper = new HottestStepper(
    () => this.#findHottest(),
    (frame) => this.#showHottest(frame),
  );
  readonly #selected = new SelectedFrame();
  #settings: ViewState;
  #message: ProfileMessage | null = null;
  #table: LineTable | null = null;
  #plot: LoadPlot | null = null;
  #drawn: FlameNode | null = null;
  /** Where the stepping among the hottest frames began. */
  #scope: PlacedNode | null = null;
  /** Counts what was asked for, to know what has become of no interest. */
  #asked = 0;
  /** Callers of the zoomed frame, outermost first; empty: the whole profile is shown. */
  #above: FlameNode[] = [];
  #zoomedId: number | undefined;
  #searchTimer = 0;

  readonly #header = element('div', { class: 'header-slot' });
  readonly #toggles = element('div', { class: 'toggles-slot' });
  readonly #choices = element('div', { class: 'choices-slot' });
  readonly #saves = element('div', { class: 'saves-slot' });
  readonly #crumbs = element('div', { class: 'crumbs-slot' });
  readonly #legend = element('div', { class: 'legend-slot' });
  readonly #empty = element('p', { class: 'empty', attributes: { role: 'status' } });
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
    this.#search = new SearchBox(
      this.#settings.search,
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
      selected: (frame) => this.#select(frame),
      resized: () => this.#query(),
    });
  }

  start(): void {
    const toolbar = element(
      'div',
      { class: 'toolbar' },
      this.#choices,
      this.#saves,
      this.#search.element,
    );
    const above = element(
      'div',
      { class: 'above-graph' },
      this.#crumbs,
      this.#stepper.element,
      this.#legend,
    );
    const flame = element(
      'section',
      { class: 'flame', attributes: { 'aria-label': 'Flamegraph' } },
      this.#toggles,
      toolbar,
      above,
      this.#empty,
      this.#graph.element,
      this.#selected.element,
    );
    this.#empty.textContent = 'Loading the profile…';
    this.body.prepend(element('main', {}, this.#header, flame, this.#lines));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#owner.start();
  }

  #showProfile(message: ProfileMessage): void {
    this.#message = message;
    this.#forgetPicture();
    this.#highlight(new Set());
    this.#light(-1);
    this.#graph.baseFolder = message.baseFolder;
    this.#plot?.dispose();
    this.#plot = LoadPlot.of(message.report.load);
    this.#header.replaceChildren(runHeader(message.report, this.#plot?.element ?? null));
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
    if (this.#search.text !== '') this.#searchChanged();
    const { zoom } = this.#settings;
    if (zoom?.profileKey === profileKeyOf(message)) {
      void this.#restoreZoom(zoom.path);
    } else {
      this.#keep({ zoom: null });
      this.#query();
    }
  }

  /** Goes back to the frame that was zoomed to before the view was hidden or reloaded. */
  async #restoreZoom(path: NonNullable<ViewState['zoom']>['path']): Promise<void> {
    this.#graph.setBusy();
    this.#asked += 1;
    const asked = this.#asked;
    const minShare = this.#graph.minShare();
    const found = await findPath((rootId) => this.#lookUp(minShare, rootId), path);
    if (asked !== this.#asked) return;
    if (found && found.above.length > 0) this.#zoom(found.above, found.node);
    else this.#query();
  }

  #lookUp(minShare: number, rootId: number | undefined): Promise<FlameNode | null> {
    return this.#owner.lookUp({
      visibility: this.#settings.visibility,
      inverted: this.#settings.direction === 'callers',
      minShare,
      ...(rootId === undefined ? {} : { rootId }),
    });
  }

  async #findHottest(): Promise<PlacedNode[]> {
    if (!this.#drawn) return [];
    const scope = { node: this.#drawn, above: this.#above };
    this.#scope = scope;
    return hottestFrames(scope, (rootId, minShare) => this.#lookUp(minShare, rootId));
  }

  #showHottest(frame: PlacedNode): void {
    const part = readablePx / Math.max(1, this.#graph.element.clientWidth);
    const { node, above } = zoomFor(frame, this.#scope?.above.length ?? 0, part);
    const isRoot = above.length === 0;
    if ((isRoot ? undefined : node.id) !== this.#zoomedId) this.#moveTo(above, node);
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

  /** Ids of frames mean something for one profile, visibility and direction. */
  #forgetPicture(): void {
    this.#above = [];
    this.#zoomedId = undefined;
    this.#drawn = null;
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
    this.#graph.setBusy();
    this.#asked += 1;
    this.#owner.query({
      visibility: this.#settings.visibility,
      inverted: this.#settings.direction === 'callers',
      minShare: this.#graph.minShare(),
      ...(this.#zoomedId === undefined ? {} : { rootId: this.#zoomedId }),
    });
  }

  #showTree(root: FlameNode): void {
    this.#drawn = root;
    const hadFocus = this.#crumbs.contains(document.activeElement);
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
    // The button that was pressed is gone.
    if (hadFocus) this.#graph.focus();
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
    this.#stepper.reset();
    this.#moveTo(path, node);
  }

  #moveTo(path: FlameNode[], node: FlameNode): void {
    this.#above = path;
    this.#zoomedId = path.length === 0 ? undefined : node.id;
    const profileKey = this.#message && profileKeyOf(this.#message);
    // The root is no step: every path starts there.
    const steps = [...path, node].slice(1).map(stepOf);
    this.#keep({ zoom: profileKey && steps.length > 0 ? { profileKey, path: steps } : null });
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
    this.#keep({ search: text });
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
    const { target } = event;
    const isTyping =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && ['search', 'text'].includes(target.type));
    const isGraphShown = this.#drawn !== null && !isTyping;
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.#search.focus();
    } else if (event.key === 'Escape' && !isTyping) {
      this.#resetZoom();
      this.#stepper.reset();
      this.#graph.forgetCurrent();
      this.#light(-1);
    } else if ((event.key === 'n' || event.key === 'p') && isGraphShown) {
      void this.#stepper.step(event.key === 'n' ? 1 : -1);
    } else if (event.key === 'c' && isGraphShown) {
      void this.#selected.copy();
    }
  }
}

const typingPauseMs = 120;
/** A frame that was stepped to is at least this wide, where that is possible. */
const readablePx = 100;

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
