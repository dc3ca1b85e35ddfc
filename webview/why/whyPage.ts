import {
  functionRef,
  tiersNotKnown,
  type FromWhy,
  type FunctionRef,
  type ToWhy,
  type Why,
  type WhyFunction,
} from '../../src/shared/whyWire.ts';
import { element } from '../elements/element.ts';
import type { VsCodeApi } from '../elements/vscodeApi.ts';
import { changeList } from './changeList.ts';
import { deoptList } from './deoptList.ts';
import { inlinedList, markedList } from './functionLists.ts';
import type { Opener } from './placeLink.ts';
import { tierSection } from './tierSection.ts';
import { whyHead } from './whyHead.ts';

/** The page on what V8 did with one function, why, and what that costs. */
export class WhyPage implements Opener {
  readonly #main = element('main', { class: 'why' });
  baseFolder = '';

  constructor(
    readonly api: VsCodeApi<FromWhy>,
    readonly body: HTMLElement,
  ) {}

  start(): void {
    this.#main.append(note('Loading…'));
    this.body.prepend(this.#main);
    window.addEventListener('message', (event: MessageEvent<ToWhy>) => this.#receive(event.data));
    this.#send({ type: 'ready' });
  }

  open({ file, line, column }: { file: string; line: number; column: number }): void {
    this.#send({ type: 'reveal', file, line, column });
  }

  ask(of: FunctionRef): void {
    this.#send({ type: 'ask', of: functionRef(of) });
  }

  #send(message: FromWhy): void {
    this.api.postMessage(message);
  }

  #receive(message: ToWhy): void {
    switch (message.type) {
      case 'why':
        return this.#replace(...this.#partsOf(message.why));
      case 'failed':
        return this.#replace(note(message.message, 'alert'));
      default:
        // Browser extensions post messages too.
        message satisfies never;
    }
  }

  #partsOf(why: Why): (Node | null)[] {
    this.baseFolder = why.kind === 'no-profile' ? '' : why.baseFolder;
    switch (why.kind) {
      case 'no-profile':
        return [
          note('No profile is shown. Profile your server, or open a saved profile.'),
          this.#profileButton(),
        ];
      case 'no-function':
        return [note(choiceText(why)), markedList(why.marked, null, this)];
      case 'no-samples':
        this.#keep(why.of);
        return [
          whyHead(why.of, why.title, this),
          note(noSamples),
          markedList(why.marked, why.of, this),
        ];
      case 'function':
        this.#keep(functionRef(why.report));
        return this.#function(why);
    }
  }

  #function(why: WhyFunction): (Node | null)[] {
    const { report, marked } = why;
    return [
      whyHead(report, why.title, this, why),
      tierSection(why),
      deoptList(why, this),
      changeList(why, this),
      inlinedList(report, this),
      markedList(marked, report, this),
    ];
  }

  #profileButton(): HTMLElement {
    const attributes = { type: 'button' };
    const button = element('button', { class: 'more', text: 'Profile Server', attributes });
    button.addEventListener('click', () => this.#send({ type: 'profile' }));
    return button;
  }

  /** If the focus was in the replaced content, it moves to the heading. */
  #replace(...parts: (Node | null)[]): void {
    const hadFocus = this.#main.contains(document.activeElement);
    this.#main.replaceChildren(...parts.filter((part) => part !== null));
    if (hadFocus) this.#main.querySelector<HTMLElement>('h1')?.focus();
  }

  /** Stores the function, which the host asks about again after a reload. */
  #keep(of: FunctionRef): void {
    this.api.setState({ of });
  }
}

function choiceText({ marked, areTiersKnown }: Extract<Why, { kind: 'no-function' }>): string {
  if (!areTiersKnown) return tiersNotKnown;
  return marked.length > 0 ? 'Choose a function.' : nothingMarked;
}

const nothingMarked =
  'No function of this run is marked as not optimized. With the cursor in a function, “Hotframe: Why Is It Not Optimized?” shows the tiers that it ran in.';

const noSamples =
  'No sample of this run was in it: it ran too briefly to be seen, only within the code of another function, or not at all.';

function note(text: string, role: 'status' | 'alert' = 'status'): HTMLElement {
  return element('p', { class: 'why-note', text, attributes: { role } });
}
