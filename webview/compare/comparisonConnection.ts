import type { CodeChanges } from '../../src/shared/codeChange.ts';
import type { FromComparison, ToComparison } from '../../src/shared/compareWire.ts';
import { unpackDiffFlame } from '../../src/shared/diffFlamePack.ts';
import type { DiffFlameQuery } from '../../src/shared/diffFlameWire.ts';
import type { Visibility } from '../../src/shared/flameWire.ts';
import { diffFrames, type DiffFrame } from './diffFrame.ts';
import type { FrameSource } from '../flame/flameZoom.ts';
import type { VsCodeApi } from '../elements/vscodeApi.ts';

export type ComparisonMessage = Extract<ToComparison, { type: 'comparison' }>;
export type ComparisonMatches = Extract<ToComparison, { type: 'matches' }>;
export type ChangesMessage = Pick<ComparisonMessage, 'lineTexts'> & { code: CodeChanges };

export interface ComparisonEvents {
  comparison(message: ComparisonMessage): void;
  refused(message: string): void;
  tree(root: DiffFrame): void;
  changes(message: ChangesMessage): void;
  matches(matches: ComparisonMatches): void;
  failed(message: string): void;
}

/**
 * Talks to the owner of the comparison. Of several open questions of a kind, only the answer to the
 * last one is passed on; {@link lookUp} is separate from that.
 */
export class ComparisonConnection implements FrameSource<DiffFrame, DiffFlameQuery> {
  #nextId = 1;
  readonly #open = { query: 0, changes: 0, search: 0 };
  readonly #lookUps = new Map<number, (root: DiffFrame | null) => void>();

  constructor(
    readonly api: VsCodeApi<FromComparison>,
    readonly events: ComparisonEvents,
  ) {}

  start(): void {
    window.addEventListener('message', (event: MessageEvent<ToComparison>) =>
      this.#receive(event.data),
    );
    this.#send({ type: 'ready' });
  }

  query(query: DiffFlameQuery): void {
    this.#open.query = this.#nextId;
    this.#send({ type: 'query', requestId: this.#nextId, query });
  }

  lookUp(query: DiffFlameQuery): Promise<DiffFrame | null> {
    return new Promise((resolve) => {
      this.#lookUps.set(this.#nextId, resolve);
      this.#send({ type: 'query', requestId: this.#nextId, query });
    });
  }

  changes(visibility: Visibility): void {
    this.#open.changes = this.#nextId;
    this.#send({ type: 'changes', requestId: this.#nextId, visibility });
  }

  search(visibility: Visibility, text: string): void {
    this.#open.search = this.#nextId;
    this.#send({ type: 'search', requestId: this.#nextId, visibility, text });
  }

  /** Drops an open search, whose answer would be for an older text. */
  dropSearch(): void {
    this.#open.search = 0;
  }

  reveal(place: Pick<DiffFrame, 'side' | 'file' | 'line' | 'column'>, takeFocus: boolean): void {
    const { side, file, line, column } = place;
    if (file !== '') this.#send({ type: 'reveal', side, file, line, column, takeFocus });
  }

  saveSvg(text: string): void {
    this.#send({ type: 'save', kind: 'svg', text });
  }

  #send(message: FromComparison): void {
    this.#nextId += 1;
    this.api.postMessage(message satisfies FromComparison);
  }

  #receive(message: ToComparison): void {
    switch (message.type) {
      case 'comparison':
      case 'failed':
        Object.assign(this.#open, { query: 0, changes: 0, search: 0 });
        for (const requestId of this.#lookUps.keys()) this.#answerLookUp(requestId, null);
        if (message.type === 'failed') return this.events.refused(message.message);
        return this.events.comparison(message);
      case 'tree': {
        const root = diffFrames(unpackDiffFlame(message.tree));
        this.#answerLookUp(message.requestId, root);
        if (message.requestId === this.#open.query) this.events.tree(root);
        return;
      }
      case 'changes':
        if (message.requestId === this.#open.changes) this.events.changes(message);
        return;
      case 'matches':
        if (message.requestId === this.#open.search) this.events.matches(message);
        return;
      case 'queryFailed':
        this.#answerLookUp(message.requestId, null);
        if (Object.values(this.#open).includes(message.requestId)) {
          this.events.failed(message.message);
        }
        return;
      default:
        // Browser extensions post messages too.
        message satisfies never;
    }
  }

  #answerLookUp(requestId: number, root: DiffFrame | null): void {
    this.#lookUps.get(requestId)?.(root);
    this.#lookUps.delete(requestId);
  }
}
