import { choice } from '../elements/choice.ts';
import { element } from '../elements/element.ts';
import type { ColourMode, Direction, Layout, ViewSettings } from '../flame/viewSettings.ts';

const tierOption = {
  value: 'tier',
  text: 'Tier',
  title: 'Colour by the compiler tier that ran',
} as const;

export function drawingChoices(
  settings: ViewSettings,
  areTiersKnown: boolean,
  onChange: (change: Partial<ViewSettings>) => void,
): HTMLElement {
  const direction = choice<Direction>(
    'Direction',
    [
      {
        value: 'callees',
        text: 'Callees',
        title: 'From the outermost frame to what it called',
        icon: 'callees',
      },
      {
        value: 'callers',
        text: 'Callers',
        title: 'Inverted: from the function on top of the stack to who called it',
        icon: 'callers',
      },
    ],
    settings.direction,
    (value) => onChange({ direction: value }),
  );
  const layout = choice<Layout>(
    'Layout',
    [
      { value: 'icicle', text: 'Icicle', title: 'Root on top, growing down', icon: 'icicle' },
      { value: 'flame', text: 'Flame', title: 'Root at the bottom, growing up', icon: 'flame' },
    ],
    settings.layout,
    (value) => onChange({ layout: value }),
  );
  const colour = choice<ColourMode>(
    'Colour',
    [
      { value: 'heat', text: 'Heat', title: 'Colour by what a frame takes itself' },
      { value: 'area', text: 'Area', title: 'Colour by what the code belongs to' },
      ...(areTiersKnown ? [tierOption] : []),
    ],
    settings.colour,
    (value) => onChange({ colour: value }),
  );
  return element('div', { class: 'choices' }, direction, layout, colour);
}
