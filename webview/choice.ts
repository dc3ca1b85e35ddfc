import { element } from './element.ts';

/** A few exclusive choices side by side: radio buttons to keyboard and screen reader. */
export class Choice<T extends string> {
  readonly element: HTMLFieldSetElement;
  readonly #inputs = new Map<T, HTMLInputElement>();

  constructor(
    legend: string,
    options: readonly { value: T; text: string; title: string }[],
    chosen: T,
    onChoose: (value: T) => void,
  ) {
    this.element = element(
      'fieldset',
      { class: 'choice' },
      element('legend', { class: 'unseen', text: legend }),
    );
    for (const { value, text, title } of options) {
      const input = element('input', {
        attributes: { type: 'radio', name: legend, value },
      });
      input.checked = value === chosen;
      input.addEventListener('change', () => onChoose(value));
      this.#inputs.set(value, input);
      this.element.append(element('label', { title }, input, element('span', { text })));
    }
  }
}
