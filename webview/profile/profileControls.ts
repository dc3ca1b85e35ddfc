import { areas } from '../../src/shared/vocabulary.ts';
import { AreaToggles } from '../flame/areaToggles.ts';
import { legend } from '../flame/legend.ts';
import { element } from '../elements/element.ts';
import type { ProfileMessage } from './profileConnection.ts';
import { areTiersKnown, drawnColour } from './profileLook.ts';
import { drawingChoices } from './toolbar.ts';
import type { ViewSettings } from '../flame/viewSettings.ts';

/** Controls for what is drawn and how: areas and packages, direction, layout, colours with their legend. */
export class ProfileControls {
  readonly #toggles: AreaToggles;
  readonly #choices = element('div', { class: 'choices-slot' });
  readonly #legend = element('div', { class: 'legend-slot' });

  /** Null until there is a profile. */
  #choicesHaveTiers: boolean | null = null;

  constructor(readonly onChange: (change: Partial<ViewSettings>) => void) {
    this.#toggles = new AreaToggles((visibility) => onChange({ visibility }));
  }

  get elements(): Record<'toggles' | 'choices' | 'legend', HTMLElement> {
    return { toggles: this.#toggles.element, choices: this.#choices, legend: this.#legend };
  }

  show(message: ProfileMessage, settings: ViewSettings): void {
    const { packages } = message.report;
    this.#toggles.show({ ...message, packages }, settings.visibility);
    const hasTiers = areTiersKnown(message.report);
    const colour = drawnColour(settings.colour, message.report);
    if (this.#choicesHaveTiers !== hasTiers) {
      this.#choicesHaveTiers = hasTiers;
      this.#choices.replaceChildren(
        drawingChoices({ ...settings, colour }, hasTiers, this.onChange),
      );
    }
    const shown = areas.filter(
      (area) =>
        settings.visibility.areas.includes(area) ||
        (area === 'deps' && settings.visibility.packages.length > 0),
    );
    this.#legend.replaceChildren(legend(colour, shown, hasTiers));
  }
}
