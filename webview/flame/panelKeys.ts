type PanelAction = 'search' | 'reset' | 'next' | 'previous' | 'copy' | 'width' | 'why';

/** The actions of a view by key; keys without an action do nothing. */
export type PanelActions = Partial<Record<PanelAction, () => void>> & Record<'search', () => void>;

/** Runs a key's action wherever the focus is in the view. */
export function takeKeys(view: Document, does: PanelActions): void {
  view.addEventListener('keydown', (event) => {
    const action = panelActionOf(event);
    if (action === null) return;
    // Otherwise the slash would be typed into the search field.
    if (action === 'search') event.preventDefault();
    does[action]?.();
  });
}

/** Null for other keys, and for letters that are typed into a field. */
function panelActionOf(event: KeyboardEvent): PanelAction | null {
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
