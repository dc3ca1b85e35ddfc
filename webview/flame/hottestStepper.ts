import type { FlameNode } from '../../src/shared/flameNode.ts';
import { formatShare } from '../../src/shared/format.ts';
import { element } from '../elements/element.ts';
import { frameName } from '../../src/shared/frameText.ts';
import type { PlacedNode } from './framePath.ts';

/** Buttons that step through the hot frames, with the position. */
export class HottestStepper {
  readonly element: HTMLElement;
  readonly #said = element('span', { class: 'said', attributes: { role: 'status' } });
  #frames: PlacedNode<FlameNode>[] | null = null;
  #index = -1;
  #steps = 0;

  constructor(
    readonly find: () => Promise<PlacedNode<FlameNode>[]>,
    readonly show: (frame: PlacedNode<FlameNode>) => void,
  ) {
    this.element = element(
      'div',
      { class: 'stepper', attributes: { role: 'group', 'aria-label': 'Hottest frames' } },
      element('span', { class: 'group-title', text: 'Hottest' }),
      this.#button('‹', 'Previous hottest frame', 'p', -1),
      this.#button('›', 'Next hottest frame', 'n', 1),
      this.#said,
    );
  }

  /** Starts over, for another picture. */
  reset(): void {
    this.#steps += 1;
    this.#frames = null;
    this.#index = -1;
    this.#say('');
  }

  /** Goes to the next (1) or the previous (-1) frame, wrapping around at the ends. */
  async step(by: 1 | -1): Promise<void> {
    this.#steps += 1;
    const step = this.#steps;
    const frames = this.#frames ?? (await this.find());
    if (step !== this.#steps) return;
    this.#frames = frames;
    const { length } = frames;
    const start = this.#index < 0 && by < 0 ? 0 : this.#index;
    this.#index = length === 0 ? -1 : (start + by + length) % length;
    const frame = frames[this.#index];
    if (!frame) {
      this.#say('No frame here has self time');
      return;
    }
    const { node } = frame;
    const share = formatShare(node.self);
    this.#say(`${this.#index + 1} of ${length}: ${frameName(node)}, ${share} self`);
    this.show(frame);
  }

  /** The title repeats the words, which may be cut in a narrow panel. */
  #say(words: string): void {
    this.#said.textContent = words;
    this.#said.title = words;
  }

  #button(text: string, label: string, key: string, by: 1 | -1): HTMLButtonElement {
    const button = element('button', {
      class: 'more',
      text,
      title: `${label} (${key})`,
      attributes: { type: 'button', 'aria-label': label, 'aria-keyshortcuts': key },
    });
    button.addEventListener('click', () => void this.step(by));
    return button;
  }
}
