import { element } from '../elements/element.ts';

/** The tooltip beside the pointer or the focused frame. */
export class FrameTip<N> {
  readonly #panel = element('div', { class: 'tip', attributes: { role: 'tooltip' } });

  constructor(
    readonly parent: HTMLElement,
    readonly contentOf: (node: N) => Node[],
    /** The area below the frames that must stay visible (buttons for the selected frame), or null. */
    readonly keepClear: () => DOMRect | null = () => null,
  ) {
    this.#panel.hidden = true;
    parent.append(this.#panel);
  }

  show(node: N, at: { x: number; y: number }): void {
    this.#panel.replaceChildren(...this.contentOf(node));
    this.#panel.hidden = false;
    const { offsetWidth, offsetHeight } = this.#panel;
    const right = at.x + gap + offsetWidth <= window.innerWidth;
    const left = right ? at.x + gap : at.x - gap - offsetWidth;
    this.#panel.style.left = `${Math.max(4, left)}px`;
    this.#panel.style.top = `${Math.max(4, this.#top(at.y, offsetHeight))}px`;
  }

  hide(): void {
    this.#panel.hidden = true;
  }

  /** Below the frame; if that covers the clear area, below that; if there is no room, above the frame. */
  #top(y: number, height: number): number {
    const below = y + gap;
    const clear = this.keepClear();
    const covers = clear !== null && below < clear.bottom && below + height > clear.top;
    const top = covers ? clear.bottom + gap / 2 : below;
    return top + height <= window.innerHeight ? top : y - gap - height;
  }
}

const gap = 14;
