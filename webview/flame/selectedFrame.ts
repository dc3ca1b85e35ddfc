import { element } from '../element.ts';
import { frameName, placeOf, type NamedFrame } from '../../src/shared/frameWords.ts';
import type { PlacedNode } from './framePath.ts';
import { stackText } from './stackText.ts';
import type { Direction } from '../profile/viewSettings.ts';

/** What else can be done with a frame than to copy its stack. */
export interface FrameAction<N> {
  /** On its button; null where it is not offered. */
  words(node: N): string | null;
  title: string;
  /** That does the same. */
  key: string;
  act(node: N): void;
}

/** The line below the flamegraph about the frame that was chosen last, with its stack to copy. */
export class SelectedFrame<N extends NamedFrame> {
  readonly element = element('div', {
    class: 'selected',
    attributes: { role: 'group', 'aria-label': 'Selected frame' },
  });
  #text = '';
  readonly #copy = element('button', {
    class: 'more',
    title: 'Copy the stack from the outermost frame to this one (c)',
    attributes: { type: 'button', 'aria-keyshortcuts': 'c' },
  });
  readonly #said = element('span', { class: 'said', attributes: { role: 'status' } });
  readonly #stack = element('textarea', {
    class: 'stack',
    attributes: { readonly: '', 'aria-label': 'Stack', spellcheck: 'false' },
  });

  #node: N | null = null;
  #words = '';

  constructor(
    readonly figuresOf: (node: N) => string,
    readonly action: FrameAction<N> | null = null,
  ) {
    this.element.hidden = true;
    this.#copy.textContent = 'Copy stack';
    this.#copy.addEventListener('click', () => void this.copy());
  }

  show(frame: PlacedNode<N> | null, direction: Direction, baseFolder: string): void {
    this.element.hidden = frame === null || frame.node.functionId < 0;
    this.#node = frame && !this.element.hidden ? frame.node : null;
    this.#text = frame ? stackText(frame, direction, baseFolder) : '';
    this.#say('');
    if (!frame) return;
    const { node } = frame;
    const name = frameName(node);
    const place = placeOf(node, baseFolder);
    const figures = this.figuresOf(node);
    const action = this.action?.words(node) ?? null;
    // A frame that is chosen is focused too, and again once it is drawn anew.
    const words = JSON.stringify([name, place, figures, action]);
    if (words === this.#words) return;
    this.#words = words;
    this.element.replaceChildren(
      element('code', { text: name }),
      element('span', { class: 'selected-place', text: place }),
      element('span', { text: figures }),
      ...this.#actionButton(action),
      this.#copy,
      this.#said,
    );
  }

  /** Does the action with the frame, where there is one that it is offered for. */
  act(): void {
    const node = this.#node;
    if (node && this.action?.words(node)) this.action.act(node);
  }

  /** To the clipboard; where that is refused, as text to copy by hand. */
  async copy(): Promise<void> {
    const text = this.#text;
    if (text === '') return;
    try {
      await navigator.clipboard.writeText(text);
      if (text === this.#text) this.#say('Copied');
    } catch {
      if (text !== this.#text) return;
      this.#say('Copy it from here:');
      this.#stack.value = text;
      this.#stack.rows = Math.min(12, text.split('\n').length);
      this.element.append(this.#stack);
      this.#stack.focus();
      this.#stack.select();
    }
  }

  #actionButton(words: string | null): HTMLElement[] {
    if (!this.action || words === null) return [];
    const { title, key } = this.action;
    const attributes = { type: 'button', 'aria-keyshortcuts': key };
    const button = element('button', {
      class: 'more',
      text: words,
      title: `${title} (${key})`,
      attributes,
    });
    button.addEventListener('click', () => this.act());
    return [button];
  }

  #say(words: string): void {
    this.#stack.remove();
    this.#said.textContent = words;
  }
}
