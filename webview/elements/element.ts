interface Properties {
  class?: string;
  text?: string;
  title?: string;
  attributes?: Record<string, string>;
}

/**
 * The only way to make HTML here. Names, paths and source text of a profile are hostile, so they
 * only ever become text nodes and attribute values.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: (Node | null)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (properties.class) made.className = properties.class;
  if (properties.text !== undefined) made.textContent = properties.text;
  if (properties.title) made.title = properties.title;
  for (const [name, value] of Object.entries(properties.attributes ?? {})) {
    made.setAttribute(name, value);
  }
  for (const child of children) if (child) made.append(child);
  return made;
}
