export type PanelAction = 'search' | 'reset' | 'next' | 'previous' | 'copy' | 'width' | 'why';

/** What a key means wherever the keyboard is in the view; null: nothing, or a letter that is typed. */
export function panelActionOf(event: KeyboardEvent): PanelAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null;
  return actions[event.key] ?? null;
}

const actions: Partial<Record<string, PanelAction>> = {
  '/': 'search',
  Escape: 'reset',
  n: 'next',
  p: 'previous',
  c: 'copy',
  w: 'width',
  y: 'why',
};

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && ['search', 'text'].includes(target.type))
  );
}
