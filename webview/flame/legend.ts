import type { Area } from '../../src/shared/vocabulary.ts';
import { element } from '../elements/element.ts';
import { legendOf } from './frameTone.ts';
import { warningSign } from '../../src/shared/frameText.ts';
import type { ColourMode } from './viewSettings.ts';

export function legend(
  mode: ColourMode,
  shown: readonly Area[],
  areTiersKnown: boolean,
): HTMLElement {
  const { title, entries } = legendOf(mode, shown);
  const list = element('ul', {
    class: 'legend',
    attributes: { 'aria-label': `Colours: ${title}` },
  });
  list.append(element('li', { class: 'legend-title', text: title }));
  for (const { tone, words } of entries) {
    list.append(
      element('li', { class: 'legend-tone', text: words, attributes: { 'data-tone': tone } }),
    );
  }
  if (!areTiersKnown) return list;
  list.append(
    element('li', {
      class: 'legend-marker',
      text: `${warningSign} not optimized`,
      title: 'A function with a real share of time that V8 did not keep optimized',
    }),
  );
  return list;
}
