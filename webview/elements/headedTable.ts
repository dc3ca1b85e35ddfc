import { element } from './element.ts';

export interface Column {
  /** The class of its head. */
  name?: string;
  text: string;
  title: string;
}

/** A table with one head for each column, in the frame in which a wide table scrolls. */
export function headedTable(
  columns: readonly Column[],
  body: HTMLTableSectionElement,
  properties: { class?: string; caption?: HTMLElement } = {},
): HTMLElement {
  const { caption = null, ...table } = properties;
  const heads = columns.map(({ name, text, title }) =>
    element('th', { ...(name && { class: name }), text, title, attributes: { scope: 'col' } }),
  );
  const head = element('thead', {}, element('tr', {}, ...heads));
  return element('div', { class: 'table-frame' }, element('table', table, caption, head, body));
}
