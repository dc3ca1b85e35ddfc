import { element } from '../elements/element.ts';
import { frameName, placeOf, type NamedFrame } from '../../src/shared/frameText.ts';
import type { PlacedNode } from './framePath.ts';
import { stackText } from './stackText.ts';
import type { Direction } from './viewSettings.ts';

/** An action for the selected frame, besides copying its stack. */
export interface FrameAction<N> {
  /** The label of its button; null if it is not offered. */
  words(node: N): string | null;
  title: string;
  /** The keyboard shortcut. */
  key: string;
  act(node: N): void;
}

/** The line below the flamegraph about the selected frame, with a button to copy its stack. */
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
    // Selecting a frame focuses it too, and again after drawing: render only changes.
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

  /** Runs the action if it is offered for the frame. */
  act(): void {
    const node = this.#node;
    if (node && this.action?.words(node)) this.action.act(node);
  }

  /** Copies to the clipboard. If that is refused, shows the text to copy by hand. */
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
