import type { FromComparison } from '../../src/shared/compareWire.ts';
import type { DiffFlameQuery } from '../../src/shared/diffFlameWire.ts';
import { formatMicros, formatNumberOf } from '../../src/shared/format.ts';
import { AreaToggles } from '../flame/areaToggles.ts';
import { breadcrumb } from '../flame/breadcrumb.ts';
import { functionRows, lineRows, routeRows, waitRows, type ChangeRow } from './changeRows.ts';
import { ChangeTable } from './changeTable.ts';
import { comparisonChoices } from './comparisonChoices.ts';
import {
  ComparisonConnection,
  type ChangesMessage,
  type ComparisonMessage,
} from './comparisonConnection.ts';
import { ComparisonFrame } from './comparisonFrame.ts';
import { comparisonKey, restoreComparison, type ComparisonState } from './comparisonState.ts';
import { ComparedFigures } from './comparedFigures.ts';
import type { DiffFrame } from './diffFrame.ts';
import { diffFigures, diffLook } from './diffLook.ts';
import { diffLegend } from './diffTone.ts';
import { element } from '../elements/element.ts';
import { FlameGraph } from '../flame/flameGraph.ts';
import { FlameSearch } from '../flame/flameSearch.ts';
import { FlameZoom } from '../flame/flameZoom.ts';
import type { PlacedNode } from '../flame/framePath.ts';
import { nothingDrawnText } from './nothingDrawn.ts';
import { onlyInOther } from './onlyIn.ts';
import { takeKeys } from '../flame/panelKeys.ts';
import { SelectedFrame } from '../flame/selectedFrame.ts';
import { verdictHeader } from './verdictHeader.ts';
import type { VsCodeApi } from '../elements/vscodeApi.ts';

/**
 * The page of a comparison: verdict, figures, changes, and the flamegraph of both states. It holds
 * the settings; everything else is drawn from them and from the owner's answers.
 */
export class ComparisonPanel {
  readonly #connection: ComparisonConnection;
  readonly #graph: FlameGraph<DiffFrame>;
  readonly #zoom: FlameZoom<DiffFrame, DiffFlameQuery>;
  readonly #search: FlameSearch<DiffFrame>;
  readonly #toggles = new AreaToggles((visibility) => this.#change({ visibility }));
  readonly #choices = element('div', { class: 'choices' });
  readonly #selected = new SelectedFrame(diffFigures);
  readonly #functions: ChangeTable;
  readonly #lines: ChangeTable;
  readonly #waits: ChangeTable;
  readonly #routes: ChangeTable;
  readonly #frame: ComparisonFrame;
  #state: ComparisonState;
  #message: ComparisonMessage | null = null;
  #changes: ChangesMessage | null = null;
  #figures: ComparedFigures | null = null;
  #wholeMicros = 0;
  /** A frame to point out once it is drawn. */
  #awaited: DiffFrame | null = null;

  constructor(
    readonly api: VsCodeApi<FromComparison>,
    readonly body: HTMLElement,
  ) {
    this.#state = restoreComparison(api.getState());
    this.#connection = new ComparisonConnection(api, {
      comparison: (message) => this.#show(message),
      refused: (words) => this.#frame.showOnly(words),
      tree: (root) => this.#showTree(root),
      changes: (message) => this.#showChanges(message),
      matches: ({ baseMicros, headMicros, functions }) => {
        const found = formatNumberOf(functions, 'function');
        this.#search.showMatches(
          `${formatMicros(baseMicros)} → ${formatMicros(headMicros)} in ${found}`,
        );
      },
      failed: (words) => this.#showFailure(words),
    });
    const look = diffLook(() => ({
      baseFolder: this.#baseFolder,
      side: this.#state.side,
      shown: this.#state.shown,
      wholeMicros: this.#wholeMicros,
    }));
    this.#graph = new FlameGraph(
      body,
      look,
      {
        zoom: (above, node) => this.#zoom.to({ above, node }),
        reveal: (node, takeFocus) => {
          this.#connection.reveal(node, takeFocus);
          this.#light(node.functionId);
        },
        selected: (frame) => this.#selected.show(frame, 'callees', this.#baseFolder),
        resized: () => this.#query(),
      },
      this.#selected.element,
    );
    this.#search = new FlameSearch(this.#state.search, this.#connection, this.#graph, {
      visibility: () => this.#state.visibility,
      baseFolder: () => this.#baseFolder,
      hasProfile: () => this.#message !== null,
      keep: (change) => this.#keep(change),
    });
    this.#zoom = new FlameZoom<DiffFrame, DiffFlameQuery>(
      this.#connection,
      this.#graph,
      (part) => ({ ...part, visibility: this.#state.visibility }),
      {
        moved: (path) => this.#keep({ zoom: path }),
        preview: (root) => this.#drawTree(root, false),
      },
    );
    const events = {
      choose: (row: ChangeRow, takeFocus: boolean) => {
        this.#connection.reveal(row, takeFocus);
        this.#light(row.functionId);
      },
      show: (shown: ComparisonState['shown']) => this.#change({ shown }),
    };
    this.#functions = new ChangeTable('function', events);
    this.#lines = new ChangeTable('line', events);
    this.#waits = new ChangeTable('wait', events);
    this.#routes = new ChangeTable('route', events);
    this.#frame = new ComparisonFrame({
      toggles: this.#toggles.element,
      choices: this.#choices,
      search: this.#search.element,
      graph: this.#graph.element,
      selected: this.#selected.element,
      functions: this.#functions.element,
      lines: this.#lines.element,
      waits: this.#waits.element,
      routes: this.#routes.element,
    });
  }

  start(): void {
    this.body.prepend(this.#frame.element);
    this.#takeKeys();
    this.#connection.start();
  }

  get #baseFolder(): string {
    return this.#message?.baseFolder ?? '';
  }

  #show(message: ComparisonMessage): void {
    const isOther = comparisonKey(message.paths) !== comparisonKey(this.#state.paths);
    this.#message = message;
    this.#forgetPicture();
    this.#keep({ paths: message.paths, ...(isOther ? { zoom: [] } : {}) });
    const { report } = message;
    this.#figures?.dispose();
    this.#figures = new ComparedFigures(report);
    this.#frame.verdict.replaceChildren(verdictHeader(report));
    this.#frame.figures.replaceChildren(...this.#figures.elements);
    this.#frame.notes.replaceChildren(this.#figures.notes);
    this.#frame.showAll();
    this.#showControls();
    const { areas, packages } = this.#state.visibility;
    if (areas.join() === 'app' && packages.length === 0) {
      this.#showChanges({ code: report.code, lineTexts: message.lineTexts });
    } else {
      this.#connection.changes(this.#state.visibility);
    }
    this.#search.repeat();
    const { zoom } = this.#state;
    if (zoom.length > 0) void this.#zoom.restore(zoom);
    else this.#query();
  }

  #showChanges(message: ChangesMessage): void {
    this.#changes = message;
    this.#showTables();
  }

  #showTables(): void {
    if (!this.#changes) return;
    const { shown } = this.#state;
    const whole = this.#wholeMicros;
    this.#functions.show(functionRows(this.#changes.code, this.#baseFolder), shown, whole);
    this.#lines.show(lineRows(this.#changes, this.#baseFolder), shown, whole);
    const waits = waitRows(this.#changes.code, this.#baseFolder);
    this.#waits.show(waits, shown, largestOf(waits));
    const routes = routeRows(this.#changes.code);
    this.#routes.show(routes, shown, largestOf(routes));
  }

  #showTree(root: DiffFrame): void {
    this.#zoom.arrived(root);
    this.#drawTree(root, true);
  }

  #drawTree(root: DiffFrame, isWhole: boolean): void {
    const above = this.#zoom.scope?.above ?? [];
    const whole = above[0] ?? root;
    this.#wholeMicros = Math.max(whole.total.base, whole.total.head);
    const hadFocus = this.#frame.crumbs.contains(document.activeElement);
    this.#frame.crumbs.replaceChildren(
      breadcrumb(above, root, (index) => {
        const node = above[index];
        if (node) this.#zoom.to({ node, above: above.slice(0, index) });
      }),
    );
    this.#showTables();
    this.#draw(isWhole);
    // The pressed button is gone.
    if (hadFocus) this.#graph.focus();
  }

  /** Draws the frames that have arrived, in the chosen width. */
  #draw(isWhole = !this.#zoom.isAwaited): void {
    const scope = this.#zoom.scope;
    if (!scope) return;
    const { side, layout, visibility } = this.#state;
    const strip = onlyInOther(scope, side, (frame) => this.#showElsewhere(frame));
    this.#frame.onlyIn.replaceChildren(...(strip ? [strip] : []));
    const words = nothingDrawnText(scope, side, visibility);
    this.#frame.empty.textContent = words ?? '';
    if (words !== null) return this.#graph.clear();
    this.#graph.draw(scope.above, scope.node, layout, isWhole);
    if (this.#awaited) this.#graph.point(this.#awaited);
    this.#awaited = null;
  }

  /** Shows a frame that has a width only on the other side. */
  #showElsewhere(frame: PlacedNode<DiffFrame>): void {
    this.#awaited = frame.node;
    this.#showOtherSide();
    this.#selected.show(frame, 'callees', this.#baseFolder);
    this.#light(frame.node.functionId);
    this.#connection.reveal(frame.node, false);
    // The strip that had the focus shows other frames now.
    this.#graph.focus();
  }

  #change(change: Partial<ComparisonState>): void {
    const isOther = change.visibility !== undefined;
    this.#keep(isOther ? { ...change, zoom: [] } : change);
    this.#showControls();
    if (isOther) {
      this.#forgetPicture();
      this.#connection.changes(this.#state.visibility);
      this.#search.ask();
      this.#query();
      return;
    }
    if (change.shown !== undefined) this.#showTables();
    this.#draw();
  }

  #showControls(): void {
    if (!this.#message) return;
    const focused = document.activeElement;
    const value = this.#choices.contains(focused) ? focused?.getAttribute('value') : null;
    this.#toggles.show(this.#message, this.#state.visibility);
    this.#choices.replaceChildren(
      ...comparisonChoices(
        this.#state,
        (change) => this.#change(change),
        () => this.#saveSvg(),
      ),
    );
    if (value) this.#choices.querySelector<HTMLElement>(`input[value="${value}"]`)?.focus();
    this.#frame.legend.replaceChildren(diffLegend(this.#state.shown));
  }

  #forgetPicture(): void {
    this.#zoom.forget();
    this.#graph.forgetCurrent();
    this.#selected.show(null, 'callees', '');
    this.#awaited = null;
  }

  #keep(change: Partial<ComparisonState>): void {
    this.#state = { ...this.#state, ...change };
    this.api.setState(this.#state);
  }

  #query(): void {
    if (this.#message) this.#zoom.query();
  }

  #showFailure(words: string): void {
    if (this.#zoom.isZoomed) return this.#zoom.reset();
    this.#graph.clear();
    this.#frame.empty.textContent = words;
  }

  #light(functionId: number): void {
    const ids = new Set(functionId < 0 ? [] : [functionId]);
    this.#graph.light(ids);
    this.#functions.light(ids);
    this.#lines.light(ids);
  }

  #saveSvg(): void {
    const text = this.#graph.svg();
    if (text !== null) this.#connection.saveSvg(text);
  }

  #showOtherSide(): void {
    this.#change({ side: this.#state.side === 'head' ? 'base' : 'head' });
  }

  #takeKeys(): void {
    takeKeys(document, {
      search: () => this.#search.focus(),
      reset: () => {
        this.#zoom.reset();
        this.#graph.forgetCurrent();
        this.#light(-1);
      },
      width: () => this.#showOtherSide(),
      copy: () => {
        if (this.#zoom.scope) void this.#selected.copy();
      },
    });
  }
}

function largestOf(rows: readonly ChangeRow[]): number {
  return Math.max(...rows.map(({ baseMicros, headMicros }) => Math.max(baseMicros, headMicros)));
}
