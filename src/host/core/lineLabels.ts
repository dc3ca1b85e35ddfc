import { formatRoughMs, formatShare } from '../../shared/format.ts';
import { waitSign } from '../../shared/requestText.ts';
import type { EditorLine } from '../../shared/linesWire.ts';

/** The place of a hot line's share: after its text, or in a column before the text of all lines. */
export type LabelPosition = 'end' | 'start';

/** Text before and after that of a line; may be empty. */
export interface LineLabels {
  before: string;
  after: string;
}

/** In characters: `100 %` and `<0.1 %` right-aligned, a space, and the marker. */
export const startColumnWidth = 9;

/**
 *     end     const text = render(order);  34.2 %  ⚠ deopt ×41 wrong map
 *     start   34.2 % ⚠  const text = render(order);  ⚠ deopt ×41 wrong map
 *     start  ⏱ 20 ms    const rows = await query();  ⏱ 20 ms postgres ×8
 */
export function lineLabels(
  line: Pick<EditorLine, 'self' | 'showsCpu' | 'waitMs' | 'label' | 'note'>,
  position: LabelPosition,
): LineLabels {
  if (position === 'end') return { before: '', after: line.label };
  if (!line.showsCpu) {
    return { before: `${waitSign} ${formatRoughMs(line.waitMs)}`, after: line.note };
  }
  const share = formatShare(line.self).padStart(6, noBreakSpace);
  return { before: isMarked(line) ? `${share} ⚠` : share, after: line.note };
}

/** VS Code drops normal spaces at the beginning of a label. */
const noBreakSpace = '\u00a0';

/** Only one of a function's lines shows its marker. */
export function isMarked({ note }: Pick<EditorLine, 'note'>): boolean {
  return note.includes('⚠');
}
