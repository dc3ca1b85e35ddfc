import { formatShare } from '../../shared/format.ts';
import type { EditorLine } from '../../shared/lspWire.ts';

/** Where the share of a hot line stands: behind its text, or in a column before the text of all lines. */
export type LabelPosition = 'end' | 'start';

/** What is written before and behind the text of a line; empty: nothing. */
export interface LineLabels {
  before: string;
  after: string;
}

/** In characters: `100 %` and `<0.1 %` right-aligned, a space, and the marker. */
export const startColumnWidth = 9;

/**
 *     end     const text = render(order);  34.2 %  ⚠ deopt ×41 wrong map
 *     start   34.2 % ⚠  const text = render(order);  ⚠ deopt ×41 wrong map
 */
export function lineLabels(
  line: Pick<EditorLine, 'self' | 'label' | 'note'>,
  position: LabelPosition,
): LineLabels {
  if (position === 'end') return { before: '', after: line.label };
  const share = formatShare(line.self).padStart(6, noBreakSpace);
  return { before: isMarked(line) ? `${share} ⚠` : share, after: line.note };
}

/** Spaces at the beginning would be left out. */
const noBreakSpace = '\u00a0';

/** A function's marker is told on one of its lines; the others are not to look like it. */
export function isMarked({ note }: Pick<EditorLine, 'note'>): boolean {
  return note.includes('⚠');
}
