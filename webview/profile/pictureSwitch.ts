import { sampledBytes } from '../../src/shared/memory.ts';
import { choice } from '../elements/choice.ts';
import { element } from '../elements/element.ts';
import type { ProfileMessage } from './profileConnection.ts';
import type { Picture } from './viewState.ts';

const options = [
  { value: 'cpu', text: 'CPU', title: 'The flamegraph of CPU time' },
  { value: 'waits', text: 'Waits', title: 'What requests wait for, and two of them in time' },
  {
    value: 'bytes',
    text: 'Bytes',
    title: 'The flamegraph of what a request allocates, from the last run of allocations',
  },
] as const;

/** Chooses between the flamegraph of CPU time, what requests wait for, and the flamegraph of bytes. */
export class PictureSwitch {
  readonly element = element('div', { class: 'picture-switch' });
  #picture: Picture = 'cpu';
  #offered = '';

  /** @param onChoose is told what a person has chosen, before it is shown */
  constructor(private readonly onChoose: (picture: Picture) => void) {}

  get showsWaits(): boolean {
    return this.#picture === 'waits';
  }

  show(section: HTMLElement, message: ProfileMessage, wanted: Picture): void {
    const offered = picturesOf(message);
    this.#picture = shownPicture(message, wanted);
    section.classList.toggle('shows-waits', this.showsWaits);
    this.element.hidden = offered.length < 2;
    if (this.#offered !== offered.join()) {
      this.#offered = offered.join();
      const shown = options.filter(({ value }) => offered.includes(value));
      this.element.replaceChildren(choice<Picture>('Picture', shown, this.#picture, this.onChoose));
    }
    // The rest is kept where it is there, because it may have the focus.
    for (const input of this.element.querySelectorAll('input')) {
      input.checked = input.value === this.#picture;
    }
  }
}

/** A run samples time or bytes, so to switch between these is to switch to another run. */
export function shownPicture({ report }: ProfileMessage, wanted: Picture): Picture {
  if (sampledBytes(report) !== null) return 'bytes';
  return wanted === 'waits' && !report.imported ? 'waits' : 'cpu';
}

/** A file of another program has no requests, and so no waits. */
function picturesOf({ report, other }: ProfileMessage): Picture[] {
  const isOfBytes = sampledBytes(report) !== null;
  const hasTime = !isOfBytes || other === 'time';
  return [
    ...(hasTime ? (['cpu'] as const) : []),
    ...(hasTime && !report.imported ? (['waits'] as const) : []),
    ...(isOfBytes || other === 'bytes' ? (['bytes'] as const) : []),
  ];
}
