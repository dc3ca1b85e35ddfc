import type { HotLines } from '../../src/shared/flameWire.ts';
import { sampledBytes } from '../../src/shared/memory.ts';
import { allocationTable } from './allocationTable.ts';
import { LineTable } from './lineTable.ts';
import type { ProfileConnection, ProfileMessage } from './profileConnection.ts';
import { routeTable } from './routeTable.ts';
import { RunDetails } from './runDetails.ts';
import type { ViewState } from './viewState.ts';

export interface BelowGraphEvents {
  settings(): Pick<ViewState, 'isDetailsOpen' | 'order'>;
  keep(change: Partial<ViewState>): void;
  /** A person chose a line of the function, -1: of none that is drawn. */
  light(functionId: number): void;
}

/** Routes, run details and hot lines, which take as long to draw as the flamegraph and follow it. */
export class BelowGraph {
  #message: ProfileMessage | null = null;
  #table: LineTable | null = null;
  #details: RunDetails | null = null;
  #isDue = false;
  #lit: ReadonlySet<number> = new Set();
  #atCursor: ReadonlySet<number> = new Set();

  constructor(
    private readonly slots: { details: HTMLElement; lines: HTMLElement },
    private readonly connection: ProfileConnection,
    private readonly events: BelowGraphEvents,
  ) {}

  /** Shows nothing of the profile yet. */
  reset(message: ProfileMessage): void {
    this.#message = message;
    this.#details?.dispose();
    this.#details = null;
    this.#table = null;
    this.slots.details.replaceChildren();
    this.slots.lines.replaceChildren();
    this.#isDue = true;
  }

  /** @param hasSamples false: there are no hot lines to ask for */
  show(hasSamples: boolean): void {
    const message = this.#message;
    if (!this.#isDue || !message) return;
    this.#isDue = false;
    this.#details = new RunDetails(
      message,
      this.events.settings().isDetailsOpen,
      (isDetailsOpen) => this.events.keep({ isDetailsOpen }),
      (place) => this.connection.reveal(place, false),
    );
    const routes = routeTable(message, (place) => this.connection.reveal(place, false));
    this.slots.details.replaceChildren(...(routes ? [routes] : []), this.#details.element);
    const { memory } = message.report;
    if (memory && sampledBytes(message.report) !== null) {
      const reveal: typeof this.connection.reveal = (...at) => this.connection.reveal(...at);
      this.slots.lines.replaceChildren(allocationTable(memory, message.baseFolder, reveal));
    } else if (hasSamples) this.connection.lines();
  }

  showLines(lines: HotLines): void {
    if (!this.#message) return;
    this.#table = new LineTable(
      this.#message,
      lines,
      this.events.settings().order,
      (row, fn, takeFocus) => {
        this.connection.reveal({ file: row.line.file, line: row.line.line, column: 1 }, takeFocus);
        this.events.light(fn?.functionId ?? -1);
      },
      (order) => this.events.keep({ order }),
    );
    this.#table.light(this.#lit);
    this.#table.highlight(this.#atCursor);
    this.slots.lines.replaceChildren(this.#table.element);
  }

  light(functionIds: ReadonlySet<number>): void {
    this.#lit = functionIds;
    this.#table?.light(functionIds);
  }

  highlight(functionIds: ReadonlySet<number>): void {
    this.#atCursor = functionIds;
    this.#table?.highlight(functionIds);
  }
}
