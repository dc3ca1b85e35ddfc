import { frameMatcher } from '../../src/shared/flameMatch.ts';
import type { FlameNode, FlameQuery } from '../../src/shared/flameWire.ts';
import { formatNumberOf, formatShare } from '../../src/shared/format.ts';
import { areas } from '../../src/shared/vocabulary.ts';
import { AreaToggles } from '../flame/areaToggles.ts';
import { breadcrumb } from '../flame/breadcrumb.ts';
import { noSamplesWords, nothingVisibleWords } from '../flame/emptyWords.ts';
import { FlameGraph } from '../flame/flameGraph.ts';
import { FlameZoom } from '../flame/flameZoom.ts';
import type { PlacedNode } from '../flame/framePath.ts';
import { HottestStepper } from '../flame/hottestStepper.ts';
import { HottestTour } from '../flame/hottestTour.ts';
import { legend } from '../flame/legend.ts';
import { LineTable } from './lineTable.ts';
import { OwnerConnection, type ProfileMessage } from './ownerConnection.ts';
import { PanelFrame } from './panelFrame.ts';
import { panelActionOf } from './panelKeys.ts';
import { processPicker } from './processPicker.ts';
import { RunDetails } from './runDetails.ts';
import { runHeader } from './runHeader.ts';
import { frameFigures, profileLook, whyWords } from './profileLook.ts';
import { saveButtons } from './saveButtons.ts';
import { SearchBox } from '../flame/searchBox.ts';
import { SelectedFrame } from '../flame/selectedFrame.ts';
import { drawingChoices } from './toolbar.ts';
import { takeDrops } from './profileDrop.ts';
import type { ColourMode, ViewSettings } from './viewSettings.ts';
import { profileKeyOf, restoreState, type ViewState } from './viewState.ts';
import type { VsCodeApi } from '../vscodeApi.ts';

/**
 * The whole view: header, toolbar, flamegraph, run details, hot lines. It holds the settings;
 * everything else is drawn from them and from the owner's answers.
 */
export class FlamePanel {
  readonly #owner: OwnerConnection;
  readonly #graph: FlameGraph<FlameNode>;
  readonly #zoom: FlameZoom<FlameNode, FlameQuery>;
  readonly #search: SearchBox;
  readonly #toggles = new AreaToggles((visibility) => this.#change({ visibility }));
  readonly #stepper = new HottestStepper(
    () => this.#tour.find(),
    (frame) => this.#showHottest(frame),
  );
  readonly #selected = new SelectedFrame(frameFigures, {
    words: (node) => (this.#isWhyOffered() ? whyWords(node) : null),
    title: 'What V8 did with this function',
    key: 'y',
    act: (node) => this.#owner.why(node.functionId),
  });
  readonly #frame: PanelFrame;
  readonly #tour: HottestTour;
  #settings: ViewState;
  #message: ProfileMessage | null = null;
  #table: LineTable | null = null;
  #details: RunDetails | null = null;
  /** Null until there is a profile to choose for. */
  #choicesHaveTiers: boolean | null = null;

  constructor(
    readonly api: VsCodeApi,
    readonly body: HTMLElement,
  ) {
    this.#settings = restoreState(api.getState());
    this.#owner = new OwnerConnection(api, {
      profile: (message) => this.#showProfile(message),
      tree: (root) => this.#showTree(root),
      matches: ({ share, functions }) => {
        const words = `${formatShare(share)} in ${formatNumberOf(functions, 'function')}`;
        this.#search.showMatches(words);
      },
      failed: (message) => this.#showFailure(message),
      highlight: (functionIds) => this.#highlight(new Set(functionIds)),
    });
    this.#search = new SearchBox(this.#settings.search, {
      changed: () => this.#searchChanged(),
      paused: () => this.#askMatches(),
      left: () => this.#graph.focus(),
    });
    const look = profileLook(() => ({
      baseFolder: this.#message?.baseFolder ?? '',
      colour: this.#colour(),
    }));
    this.#graph = new FlameGraph(
      body,
      look,
      {
        zoom: (above, node) => this.#zoomTo({ above, node }),
        reveal: (node, takeFocus) => {
          this.#owner.reveal(node, takeFocus);
          this.#light(node.functionId);
        },
        selected: (frame) => this.#select(frame),
        resized: () => this.#query(),
      },
      this.#selected.element,
    );
    this.#zoom = new FlameZoom(
      this.#owner,
      this.#graph,
      (part) => ({
        ...part,
        visibility: this.#settings.visibility,
        inverted: this.#settings.direction === 'callers',
      }),
      (path) => {
        const profileKey = this.#message && profileKeyOf(this.#message);
        this.#keep({ zoom: profileKey && path.length > 0 ? { profileKey, path } : null });
      },
    );
    this.#tour = new HottestTour(this.#zoom, this.#graph);
    this.#frame = new PanelFrame({
      toggles: this.#toggles.element,
      search: this.#search.element,
      stepper: this.#stepper.element,
      graph: this.#graph.element,
      selected: this.#selected.element,
    });
  }

  start(): void {
    this.#frame.empty.textContent = 'Loading the profile…';
    this.body.prepend(this.#frame.element);
    document.addEventListener('keydown', (event) => this.#key(event));
    takeDrops(document, (uris) => {
      if (!this.#message?.isSavedPage) this.#owner.open(uris);
    });
    this.#owner.start();
  }

  #showProfile(message: ProfileMessage): void {
    this.#message = message;
    this.#forgetPicture();
    this.#highlight(new Set());
    this.#light(-1);
    this.#frame.header.replaceChildren(runHeader(message.report));
    this.#showProcesses(message);
    this.#details?.dispose();
    this.#details = new RunDetails(message.report, this.#settings.isDetailsOpen, (isDetailsOpen) =>
      this.#keep({ isDetailsOpen }),
    );
    this.#frame.details.replaceChildren(this.#details.element);
    const words = noSamplesWords(message.report);
    this.body.classList.toggle('no-samples', words !== null);
    this.#frame.lines.replaceChildren();
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
    this.#frame.lines.replaceChildren(this.#table.element);
    const save = message.isSavedPage
      ? null
      : (kind: 'html' | 'other') => this.#owner.saveProfile(kind);
    this.#frame.saves.replaceChildren(saveButtons(() => this.#saveSvg(), save));
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

  #showProcesses({ report, processes }: ProfileMessage): void {
    const slot = this.#frame.processes;
    const hadFocus = slot.contains(document.activeElement);
    const picker = processPicker(report, processes, (chosen) => this.#owner.choose(chosen));
    slot.replaceChildren(...(picker ? [picker] : []));
    // The one that was used is gone.
    if (hadFocus) picker?.focus();
  }

  #showHottest(frame: PlacedNode<FlameNode>): void {
    this.#tour.show(frame);
    this.#select(frame);
    this.#light(frame.node.functionId);
    this.#owner.reveal(frame.node, false);
  }

  #select(frame: PlacedNode<FlameNode> | null): void {
    const baseFolder = this.#message?.baseFolder ?? '';
    this.#selected.show(frame, this.#settings.direction, baseFolder);
  }

  #saveSvg(): void {
    const text = this.#graph.svg();
    if (text !== null) this.#owner.saveSvg(text);
  }

  /** A saved page has no editor for it, and where tiers are not known there is nothing to say. */
  #isWhyOffered(): boolean {
    const { isSavedPage, report } = this.#message ?? {};
    return !isSavedPage && report?.sampling?.tiers !== false;
  }

  /** That is chosen, where the samples can tell it. */
  #colour(): ColourMode {
    const { colour } = this.#settings;
    const areTiersKnown = this.#message?.report.sampling?.tiers !== false;
    return colour === 'tier' && !areTiersKnown ? 'heat' : colour;
  }

  #highlight(functionIds: ReadonlySet<number>): void {
    this.#graph.highlight(functionIds);
    this.#table?.highlight(functionIds);
  }

  #forgetPicture(): void {
    this.#zoom.forget();
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
    const { packages, sampling } = this.#message.report;
    this.#toggles.show({ ...this.#message, packages }, settings.visibility);
    const areTiersKnown = sampling?.tiers !== false;
    const colour = this.#colour();
    if (this.#choicesHaveTiers !== areTiersKnown) {
      this.#choicesHaveTiers = areTiersKnown;
      this.#frame.choices.replaceChildren(
        drawingChoices({ ...settings, colour }, areTiersKnown, (change) => this.#change(change)),
      );
    }
    const shown = areas.filter(
      (area) =>
        settings.visibility.areas.includes(area) ||
        (area === 'deps' && settings.visibility.packages.length > 0),
    );
    this.#frame.legend.replaceChildren(legend(colour, shown, areTiersKnown));
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
    this.#graph.redraw(this.#settings.layout);
  }

  #query(): void {
    if (!this.#message || this.body.classList.contains('no-samples')) return;
    this.#zoom.query();
  }

  #showTree(root: FlameNode): void {
    this.#zoom.arrived(root);
    const above = this.#zoom.scope?.above ?? [];
    const hadFocus = this.#frame.crumbs.contains(document.activeElement);
    const words = this.#zoom.isZoomed ? null : nothingVisibleWords(root, this.#settings.visibility);
    this.#frame.crumbs.replaceChildren(
      breadcrumb(above, root, (index) => {
        const node = above[index];
        if (node) this.#zoomTo({ node, above: above.slice(0, index) });
      }),
    );
    if (words !== null) {
      this.#showEmpty(words);
      return;
    }
    this.#frame.empty.textContent = '';
    this.#graph.draw(above, root, this.#settings.layout);
    // The button that was pressed is gone.
    if (hadFocus) this.#graph.focus();
  }

  #showEmpty(words: string): void {
    this.#frame.crumbs.replaceChildren();
    this.#graph.clear();
    this.#frame.empty.textContent = words;
  }

  #showFailure(message: string): void {
    if (this.#zoom.isZoomed) this.#resetZoom();
    else this.#showEmpty(message);
  }

  #zoomTo(frame: PlacedNode<FlameNode>): void {
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
      case 'why':
        return void (this.#zoom.scope && this.#selected.act());
      case 'width':
      case null:
        return;
    }
  }
}
