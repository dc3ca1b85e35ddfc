import { element } from '../element.ts';

/** The panel beside the pointer or the focused frame that says all about it. */
export class FrameTip<N> {
  readonly #panel = element('div', { class: 'tip', attributes: { role: 'tooltip' } });

  constructor(
    readonly parent: HTMLElement,
    readonly contentOf: (node: N) => Node[],
  ) {
    this.#panel.hidden = true;
    parent.append(this.#panel);
  }

  show(node: N, at: { x: number; y: number }): void {
    this.#panel.replaceChildren(...this.contentOf(node));
    this.#panel.hidden = false;
    const { offsetWidth, offsetHeight } = this.#panel;
    const right = at.x + gap + offsetWidth <= window.innerWidth;
    const below = at.y + gap + offsetHeight <= window.innerHeight;
    const left = right ? at.x + gap : at.x - gap - offsetWidth;
    const top = below ? at.y + gap : at.y - gap - offsetHeight;
    this.#panel.style.left = `${Math.max(4, left)}px`;
    this.#panel.style.top = `${Math.max(4, top)}px`;
  }

  hide(): void {
    this.#panel.hidden = true;
  }
}

const gap = 14;
