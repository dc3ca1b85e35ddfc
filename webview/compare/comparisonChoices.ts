import { choice } from '../elements/choice.ts';
import type { ComparisonState } from './comparisonState.ts';
import type { WidthSide } from './diffFrame.ts';
import type { ShownChanges } from './diffTone.ts';
import { element } from '../elements/element.ts';
import { saveButtons } from '../profile/saveButtons.ts';
import type { Layout } from '../flame/viewSettings.ts';

/** Controls for the flamegraph of both states. */
export function comparisonChoices(
  { side, shown, layout }: ComparisonState,
  onChange: (change: Partial<ComparisonState>) => void,
  onSvg: () => void,
): HTMLElement[] {
  return [
    choice<WidthSide>(
      'Width',
      [
        {
          value: 'head',
          text: 'Width: now',
          title: 'Frames are as wide as their CPU time now (w)',
        },
        { value: 'base', text: 'before', title: 'Frames are as wide as they were before (w)' },
      ],
      side,
      (value) => onChange({ side: value }),
    ),
    choice<ShownChanges>(
      'Changes',
      [
        {
          value: 'beyond-noise',
          text: 'Beyond the noise',
          title: 'Colour and list only what is more than runs of the same code differ by',
        },
        { value: 'all', text: 'All changes', title: 'Colour and list what may be noise, too' },
      ],
      shown,
      (value) => onChange({ shown: value }),
    ),
    choice<Layout>(
      'Layout',
      [
        { value: 'icicle', text: 'Icicle', title: 'Root on top, growing down', icon: 'icicle' },
        { value: 'flame', text: 'Flame', title: 'Root at the bottom, growing up', icon: 'flame' },
      ],
      layout,
      (value) => onChange({ layout: value }),
    ),
    element('div', { class: 'saves-slot' }, saveButtons(onSvg, null)),
  ];
}
