import { choice } from '../elements/choice.ts';
import { element } from '../elements/element.ts';
import type { Picture } from './viewState.ts';

/** Chooses between the flamegraph of CPU time and what requests wait for. */
export class PictureSwitch {
  readonly element = element('div', { class: 'picture-switch' });
  #showsWaits = false;

  /** @param onChoose is told what a person has chosen, before it is shown */
  constructor(private readonly onChoose: (picture: Picture) => void) {}

  get showsWaits(): boolean {
    return this.#showsWaits;
  }

  /** @param isOffered false for a file of another program, which has no requests */
  show(section: HTMLElement, picture: Picture, isOffered: boolean): void {
    this.element.hidden = !isOffered;
    this.#showsWaits = isOffered && picture === 'waits';
    section.classList.toggle('shows-waits', this.#showsWaits);
    // Kept where it is there, because it may have the focus.
    if (this.element.childElementCount > 0) return;
    const options = [
      { value: 'cpu', text: 'CPU', title: 'The flamegraph of CPU time' },
      { value: 'waits', text: 'Waits', title: 'What requests wait for, and two of them in time' },
    ] as const;
    this.element.append(choice<Picture>('Picture', options, picture, this.onChoose));
  }
}
