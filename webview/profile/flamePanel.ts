import { unpackTree } from '../../src/shared/flamePack.ts';
import type { FlameQuery } from '../../src/shared/flameWire.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import { formatNumberOf, formatShare } from '../../src/shared/format.ts';
import { sampledBytes } from '../../src/shared/memory.ts';
import { afterPaint } from '../elements/afterPaint.ts';
import { breadcrumb } from '../flame/breadcrumb.ts';
import { littleVisibleText, noSamplesText, nothingVisibleText } from '../flame/emptyText.ts';
import { FlameGraph } from '../flame/flameGraph.ts';
import { FlameSearch } from '../flame/flameSearch.ts';
import { FlameZoom } from '../flame/flameZoom.ts';
import type { PlacedNode } from '../flame/framePath.ts';
import { HottestStepper } from '../flame/hottestStepper.ts';
import { HottestTour } from '../flame/hottestTour.ts';
import { BelowGraph } from './belowGraph.ts';
import { findingsList } from './findingsList.ts';
import { latencyBar } from './latencyBar.ts';
import { ProfileConnection, type ProfileMessage } from './profileConnection.ts';
import { PanelFrame } from './panelFrame.ts';
import { ProfileControls } from './profileControls.ts';
import { processPicker } from './processPicker.ts';
import { runHeader } from './runHeader.ts';
import {
  aroundHandlersOf,
  drawnColour,
  frameFigures,
  profileLook,
  whyText,
} from './profileLook.ts';
import { saveButtons } from './saveButtons.ts';
import { SelectedFrame } from '../flame/selectedFrame.ts';
import { takePictureKeys } from './pictureKeys.ts';
import { PictureSwitch, shownPicture } from './pictureSwitch.ts';
import { takeDrops } from './profileDrop.ts';
import type { ViewSettings } from '../flame/viewSettings.ts';
import { profileKeyOf, restoreState, type Picture, type ViewState } from './viewState.ts';
import { WaitsView } from '../waits/waitsView.ts';
import type { VsCodeApi } from '../elements/vscodeApi.ts';

/**
 * The whole view: header, toolbar, flamegraph, run details, hot lines. It holds the settings;
 * everything else is drawn from them and from the owner's answers.
 */
export class FlamePanel {
  readonly #connection: ProfileConnection;
  readonly #graph: FlameGraph<FlameNode>;
  readonly #zoom: FlameZoom<FlameNode, FlameQuery>;
  readonly #search: FlameSearch<FlameNode>;
  readonly #controls = new ProfileControls((change) => this.#change(change));
  readonly #stepper = new HottestStepper(
    () => this.#tour.find(),
    (frame) => this.#showHottest(frame),
  );
  readonly #selected = new SelectedFrame<FlameNode>((node) => frameFigures(node, this.#bytes()), {
    words: (node) => whyText(node, this.#message),
    title: 'What V8 did with this function',
    key: 'y',
    act: (node) => this.#connection.why(node.functionId),
  });
  readonly #picture = new PictureSwitch((picture) => this.#choosePicture(picture));
  readonly #waits: WaitsView;
  readonly #frame: PanelFrame;
  readonly #below: BelowGraph;
  readonly #tour: HottestTour;
  #settings: ViewState;
  #message: ProfileMessage | null = null;

  constructor(
    readonly api: VsCodeApi,
    readonly body: HTMLElement,
  ) {
    this.#settings = restoreState(api.getState());
    this.#connection = new ProfileConnection(api, {
      expected: () => this.#showEmpty('The flamegraph comes when the load ends.'),
      profile: (message) => this.#showProfile(message),
      tree: (root) => this.#showTree(root),
      lines: (lines) => this.#below.showLines(lines),
      waits: (picture) => this.#waits.show(picture, this.#message?.report.requests),
      matches: ({ share, functions }) => {
        const words = `${formatShare(share)} in ${formatNumberOf(functions, 'function')}`;
        this.#search.showMatches(words);
      },
      failed: (message) => this.#showFailure(message),
      highlight: (functionIds) => this.#highlight(new Set(functionIds)),
    });
    const look = profileLook(() => ({
      baseFolder: this.#message?.baseFolder ?? '',
      colour: drawnColour(this.#settings.colour, this.#message?.report),
      aroundHandlers: this.#aroundHandlers(),
      bytes: this.#bytes(),
    }));
    this.#graph = new FlameGraph(
      body,
      look,
      {
        zoom: (above, node) => this.#zoomTo({ above, node }),
        reveal: (node, takeFocus) => {
          this.#connection.reveal(node, takeFocus);
          this.#light(node.functionId);
        },
        selected: (frame) => this.#select(frame),
        resized: () => this.#query(),
      },
      this.#selected.element,
    );
    this.#search = new FlameSearch(this.#settings.search, this.#connection, this.#graph, {
      visibility: () => this.#settings.visibility,
      baseFolder: () => this.#message?.baseFolder ?? '',
      hasProfile: () => this.#message !== null,
      keep: (change) => this.#keep(change),
    });
    this.#zoom = new FlameZoom(
      this.#connection,
      this.#graph,
      (part) => ({
        ...part,
        visibility: this.#settings.visibility,
        inverted: this.#settings.direction === 'callers',
      }),
      {
        moved: (path) => {
          const profileKey = this.#message && profileKeyOf(this.#message);
          this.#keep({ zoom: profileKey && path.length > 0 ? { profileKey, path } : null });
        },
        preview: (root) => this.#drawTree(root, false),
      },
    );
    this.#tour = new HottestTour(this.#zoom, this.#graph);
    this.#waits = new WaitsView({
      baseFolder: () => this.#message?.baseFolder ?? '',
      layout: () => this.#settings.layout,
      reveal: (place, takeFocus) => this.#connection.reveal(place, takeFocus),
    });
    this.#frame = new PanelFrame({
      ...this.#controls.elements,
      search: this.#search.element,
      stepper: this.#stepper.element,
      graph: this.#graph.element,
      selected: this.#selected.element,
      pictureSwitch: this.#picture.element,
      waits: this.#waits.element,
    });
    this.#below = new BelowGraph(this.#frame, this.#connection, {
      settings: () => this.#settings,
      keep: (change) => this.#keep(change),
      light: (functionId) => this.#light(functionId),
    });
  }

  start(): void {
    this.#frame.empty.textContent = 'Loading the profile…';
    this.body.prepend(this.#frame.element);
    this.#takeKeys();
    takeDrops(document, (uris) => {
      if (!this.#message?.isSavedPage) this.#connection.open(uris);
    });
    this.#connection.start(this.#zoom.whole(), this.#settings.picture === 'bytes');
  }

  #showProfile(message: ProfileMessage): void {
    this.#message = message;
    this.#keep({ picture: shownPicture(message, this.#settings.picture) });
    this.#forgetPicture();
    this.#highlight(new Set());
    this.#light(-1);
    this.#frame.header.replaceChildren(
      runHeader(message.report),
      ...findingsList(message, (place) => this.#connection.reveal(place, false)),
      ...latencyBar(message),
    );
    const choose = (processes: number[] | null) => this.#connection.choose(processes);
    this.#frame.showProcesses(processPicker(message.report, message.processes, choose));
    this.#below.reset(message);
    const words = noSamplesText(message.report);
    this.body.classList.toggle('no-samples', words !== null);
    if (words !== null) {
      this.#showEmpty(words);
      this.#below.show(false);
      return;
    }
    const save = (kind: 'html' | 'other') => this.#connection.saveProfile(kind);
    const canSave = !message.isSavedPage && this.#bytes() === null;
    this.#frame.saves.replaceChildren(saveButtons(() => this.#saveSvg(), canSave ? save : null));
    this.#showControls();
    this.#showPicture();
    this.#search.repeat();
    const { zoom } = this.#settings;
    if (zoom?.profileKey === profileKeyOf(message)) {
      void this.#zoom.restore(zoom.path);
    } else {
      this.#keep({ zoom: null });
      if (message.tree) this.#showTree(unpackTree(message.tree));
      else this.#query();
    }
  }

  #showHottest(frame: PlacedNode<FlameNode>): void {
    this.#tour.show(frame);
    this.#select(frame);
    this.#light(frame.node.functionId);
    this.#connection.reveal(frame.node, false);
  }

  #select(frame: PlacedNode<FlameNode> | null): void {
    this.#selected.show(frame, this.#settings.direction, this.#message?.baseFolder ?? '');
  }

  #saveSvg(): void {
    const text = this.#graph.svg();
    if (text !== null) this.#connection.saveSvg(text);
  }

  #aroundHandlers(): string {
    return aroundHandlersOf(this.#message, this.#settings.visibility);
  }

  #highlight(functionIds: ReadonlySet<number>): void {
    this.#graph.highlight(functionIds);
    this.#below.highlight(functionIds);
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
    if (this.#message) this.#controls.show(this.#message, this.#settings);
  }

  #showPicture(): void {
    if (this.#message) {
      this.#picture.show(this.#frame.flame, this.#message, this.#settings.picture);
    }
    if (this.#picture.showsWaits) this.#connection.waits();
  }

  #choosePicture(picture: Picture): void {
    this.#keep({ picture });
    const showsBytes = picture === 'bytes';
    if (showsBytes === (this.#bytes() !== null)) this.#showPicture();
    else this.#connection.choose(null, showsBytes);
  }

  /** Those of a request, if what is shown samples bytes. */
  #bytes(): number | null {
    return this.#message && sampledBytes(this.#message.report);
  }

  #change(change: Partial<ViewSettings>): void {
    const isOther = change.visibility !== undefined || change.direction !== undefined;
    this.#keep(isOther ? { ...change, zoom: null } : change);
    this.#showControls();
    if (isOther) {
      this.#forgetPicture();
      this.#search.ask();
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
    this.#drawTree(root, true);
  }

  #drawTree(root: FlameNode, isWhole: boolean): void {
    afterPaint(() => this.#below.show(true));
    const above = this.#zoom.scope?.above ?? [];
    const hadFocus = this.#frame.crumbs.contains(document.activeElement);
    const around = this.#aroundHandlers();
    const words = this.#zoom.isZoomed
      ? null
      : nothingVisibleText(root, this.#settings.visibility, around);
    this.#frame.crumbs.replaceChildren(
      breadcrumb(above, root, (index) => {
        const node = above[index];
        if (node) this.#zoomTo({ node, above: above.slice(0, index) });
      }),
    );
    if (words !== null) return this.#showEmpty(words);
    this.#frame.empty.textContent = '';
    const hint = this.#zoom.isZoomed ? null : littleVisibleText(root, around);
    this.#frame.hint.textContent = hint ?? '';
    this.#graph.draw(above, root, this.#settings.layout, isWhole);
    // The pressed button is gone.
    if (hadFocus) this.#graph.focus();
  }

  #showEmpty(words: string): void {
    this.#frame.crumbs.replaceChildren();
    this.#graph.clear();
    this.#frame.hint.textContent = '';
    this.#frame.empty.textContent = words;
  }

  #showFailure(message: string): void {
    this.#below.show(true);
    if (this.#zoom.isZoomed) this.#resetZoom();
    else this.#showEmpty(message);
  }

  #zoomTo(frame: PlacedNode<FlameNode>): void {
    this.#stepper.reset();
    this.#zoom.to(frame);
  }

  #resetZoom(): void {
    this.#stepper.reset();
    this.#zoom.reset();
  }

  #light(functionId: number): void {
    const ids = new Set(functionId < 0 ? [] : [functionId]);
    this.#graph.light(ids);
    this.#below.light(ids);
  }

  #takeKeys(): void {
    takePictureKeys(() => this.#picture.showsWaits, this.#waits, {
      isDrawn: () => this.#zoom.scope !== null,
      search: () => this.#search.focus(),
      reset: () => {
        this.#resetZoom();
        this.#graph.forgetCurrent();
        this.#light(-1);
      },
      step: (by) => void this.#stepper.step(by),
      copy: () => void this.#selected.copy(),
      why: () => this.#selected.act(),
    });
  }
}
