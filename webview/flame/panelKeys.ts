type PanelAction = 'search' | 'reset' | 'next' | 'previous' | 'copy' | 'width' | 'why';

/** What a view does for each key; the keys of others do nothing there. */
export type PanelActions = Partial<Record<PanelAction, () => void>> & Record<'search', () => void>;

/** Has a view do what a key stands for, wherever in it the keyboard is. */
export function takeKeys(view: Document, does: PanelActions): void {
  view.addEventListener('keydown', (event) => {
    const action = panelActionOf(event);
    if (action === null) return;
    // The field that gets the keyboard would have the slash typed into it.
    if (action === 'search') event.preventDefault();
    does[action]?.();
  });
}

/** Null: nothing, or a letter that is typed. */
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
