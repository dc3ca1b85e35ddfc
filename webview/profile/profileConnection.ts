import type {
  FlameQuery,
  FromView,
  HotLines,
  ToView,
  Visibility,
} from '../../src/shared/flameWire.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import { sampledBytes } from '../../src/shared/memory.ts';
import { unpackTree } from '../../src/shared/flamePack.ts';
import type { WaitPicture } from '../../src/shared/requestTimes.ts';
import type { VsCodeApi } from '../elements/vscodeApi.ts';

const ofBytes = { samples: 'bytes' } as const;

export type ProfileMessage = Extract<ToView, { type: 'profile' }>;
export type Matches = { share: number; functions: number };

export interface ProfileEvents {
  /** A run has begun whose profile will come. */
  expected(): void;
  profile(message: ProfileMessage): void;
  tree(root: FlameNode): void;
  lines(lines: HotLines): void;
  waits(picture: WaitPicture | null): void;
  matches(matches: Matches): void;
  failed(message: string): void;
  highlight(functionIds: number[]): void;
}

/**
 * Talks to the owner of the profile. Of several open questions of a kind, only the answer to the
 * last one is passed on: the view no longer wants the others. {@link lookUp} is separate from that.
 */
export class ProfileConnection {
  #nextId = 1;
  #openQuery = 0;
  #openSearch = 0;
  #openLines = 0;
  #openWaits = 0;
  /** Indexes of the processes whose samples are shown; null for all. */
  #processes: number[] | null = null;
  /** Whether samples of what is shown are bytes. */
  #showsBytes = false;
  readonly #lookUps = new Map<number, (root: FlameNode | null) => void>();

  constructor(
    readonly api: VsCodeApi,
    readonly events: ProfileEvents,
  ) {}

  /** @param first the picture to get with the profile */
  start(first: FlameQuery, showsBytes: boolean): void {
    window.addEventListener('message', (event: MessageEvent<ToView>) => this.#receive(event.data));
    this.#send({ type: 'ready', query: first, ...(showsBytes ? ofBytes : {}) });
  }

  lines(): void {
    this.#openLines = this.#nextId;
    this.#send(this.#ofChosen({ type: 'lines', requestId: this.#openLines } as const));
  }

  waits(): void {
    this.#openWaits = this.#nextId;
    this.#send({ type: 'waits', requestId: this.#openWaits });
  }

  query(query: FlameQuery): void {
    this.#openQuery = this.#nextId;
    this.#send({ type: 'query', requestId: this.#openQuery, query: this.#ofChosen(query) });
  }

  /** Gets frames that are not for drawing; null if no answer comes, or another profile comes first. */
  lookUp(query: FlameQuery): Promise<FlameNode | null> {
    return new Promise((resolve) => {
      this.#lookUps.set(this.#nextId, resolve);
      this.#send({ type: 'query', requestId: this.#nextId, query: this.#ofChosen(query) });
    });
  }

  search(visibility: Visibility, text: string): void {
    this.#openSearch = this.#nextId;
    const search = { type: 'search', requestId: this.#openSearch, visibility, text } as const;
    this.#send(this.#ofChosen(search));
  }

  /** Drops an open search, whose answer would be for an older text. */
  dropSearch(): void {
    this.#openSearch = 0;
  }

  reveal(place: { file: string; line: number; column: number }, takeFocus: boolean): void {
    const { file, line, column } = place;
    if (file !== '') this.#send({ type: 'reveal', file, line, column, takeFocus });
  }

  /** Asks to open other files. */
  open(uris: string[]): void {
    this.#send({ type: 'open', uris });
  }

  /** Asks what V8 did with a function. */
  why(functionId: number): void {
    this.#send({ type: 'why', functionId });
  }

  /** Shows the samples of some processes, or of all (null). */
  choose(processes: number[] | null, showsBytes = this.#showsBytes): void {
    this.#send({ type: 'choose', processes, ...(showsBytes ? ofBytes : {}) });
  }

  saveSvg(text: string): void {
    this.#send({ type: 'save', kind: 'svg', text });
  }

  saveProfile(kind: 'html' | 'other'): void {
    this.#send({ type: 'save', kind });
  }

  #ofChosen<T extends object>(question: T): T & { processes?: number[]; samples?: 'bytes' } {
    return {
      ...question,
      ...(this.#processes ? { processes: this.#processes } : {}),
      ...(this.#showsBytes ? ofBytes : {}),
    };
  }

  #send(message: FromView): void {
    this.#nextId += 1;
    this.api.postMessage(message satisfies FromView);
  }

  #receive(message: ToView): void {
    switch (message.type) {
      case 'expected':
        return this.events.expected();
      case 'profile':
        this.#openQuery = 0;
        this.#openSearch = 0;
        this.#openLines = 0;
        this.#openWaits = 0;
        this.#processes = message.processes ?? null;
        this.#showsBytes = sampledBytes(message.report) !== null;
        for (const requestId of this.#lookUps.keys()) this.#answerLookUp(requestId, null);
        return this.events.profile(message);
      case 'tree': {
        const isOpen = message.requestId === this.#openQuery;
        if (!isOpen && !this.#lookUps.has(message.requestId)) return;
        const root = unpackTree(message.tree);
        this.#answerLookUp(message.requestId, root);
        if (isOpen) this.events.tree(root);
        return;
      }
      case 'lines':
        if (message.requestId === this.#openLines) this.events.lines(message);
        return;
      case 'waits':
        if (message.requestId === this.#openWaits) this.events.waits(message.picture);
        return;
      case 'matches':
        if (message.requestId === this.#openSearch) this.events.matches(message);
        return;
      case 'queryFailed':
        this.#answerLookUp(message.requestId, null);
        if (message.requestId === this.#openQuery || message.requestId === this.#openSearch) {
          this.events.failed(message.message);
        }
        return;
      case 'highlight':
        // The functions have other numbers in a run of allocations.
        return this.events.highlight(this.#showsBytes ? [] : message.functionIds);
      default:
        // Browser extensions post messages too.
        message satisfies never;
    }
  }

  #answerLookUp(requestId: number, root: FlameNode | null): void {
    this.#lookUps.get(requestId)?.(root);
    this.#lookUps.delete(requestId);
  }
}
