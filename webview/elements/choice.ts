import { element } from './element.ts';
import { icon, type IconName } from './icon.ts';

export interface ChoiceOption<T extends string> {
  value: T;
  text: string;
  title: string;
  icon?: IconName;
}

/** A few exclusive choices side by side, which keyboard and screen reader see as radio buttons. */
export function choice<T extends string>(
  legend: string,
  options: readonly ChoiceOption<T>[],
  chosen: T,
  onChoose: (value: T) => void,
): HTMLFieldSetElement {
  const made = element(
    'fieldset',
    { class: 'choice' },
    element('legend', { class: 'unseen', text: legend }),
  );
  for (const { value, text, title, icon: name } of options) {
    const input = element('input', { attributes: { type: 'radio', name: legend, value } });
    input.checked = value === chosen;
    input.addEventListener('change', () => onChoose(value));
    const face = element('span', { class: 'face' }, name ? icon(name) : null);
    face.append(text);
    made.append(element('label', { title }, input, face));
  }
  return made;
}
