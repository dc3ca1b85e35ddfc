import type { FlameNode } from '../../src/shared/flameWire.ts';
import { formatShare } from '../../src/shared/format.ts';
import { element } from '../element.ts';
import { frameName } from '../../src/shared/frameWords.ts';
import type { PlacedNode } from './framePath.ts';

/** The buttons that lead from one hot frame to the next, and where one is. */
export class HottestStepper {
  readonly element: HTMLElement;
  readonly #said = element('span', { class: 'said', attributes: { role: 'status' } });
  #frames: PlacedNode<FlameNode>[] | null = null;
  #index = -1;
  #steps = 0;

  constructor(
    /** The frames to step through, hottest first. */
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

  /** Another picture has other hottest frames. */
  reset(): void {
    this.#steps += 1;
    this.#frames = null;
    this.#index = -1;
    this.#say('');
  }

  /** Goes to the next (1) or the previous one (-1), and round at the ends. */
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

  /** All of it is in the title too: there is little room in a narrow panel. */
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
