import { awaitText } from '../../src/shared/awaitText.ts';
import { fileBelow } from '../../src/shared/filePaths.ts';
import type { LineFunction } from '../../src/shared/flameWire.ts';
import { formatShare } from '../../src/shared/format.ts';
import { markerText, warningSign } from '../../src/shared/frameText.ts';
import type { LineReport } from '../../src/shared/report.ts';
import type { Marker } from '../../src/shared/vocabulary.ts';
import { element } from '../elements/element.ts';
import type { LineRow } from './lineOrder.ts';

/** Cells of the hot-lines table that hold more than a figure. */

export function placeCell(
  line: Pick<LineReport, 'file' | 'line'>,
  place: string,
  baseFolder: string,
): HTMLTableCellElement {
  const button = element('button', {
    class: 'place-button',
    title: place,
    attributes: { type: 'button', 'aria-label': place },
  });
  // A separate element keeps the line number readable when the path is cut.
  button.append(
    element('span', { class: 'file' }, element('bdi', { text: fileBelow(line.file, baseFolder) })),
    element('span', { class: 'number', text: `:${line.line}` }),
  );
  return element('td', { class: 'place' }, button);
}

export function sourceCell({ line, source }: LineRow): HTMLTableCellElement {
  const inexact = 'Only the function is known here, so this is its first line.';
  return element(
    'td',
    { class: 'source', title: line.exact ? source : inexact },
    line.exact || source === '' ? null : element('em', { text: 'in ' }),
    element('code', { text: source }),
  );
}

export function functionCell(name: string, fn: LineFunction | undefined): HTMLTableCellElement {
  return element(
    'td',
    { class: 'function', title: name },
    element('span', { class: 'function-name', text: name }),
    fn?.marker ? markerChip(fn.marker, fn.reason) : null,
  );
}

export function selfCell(line: LineReport, largestSelf: number): HTMLTableCellElement {
  const bar = line.self > 0 ? element('span', { class: 'self-bar' }) : null;
  if (bar) bar.style.width = `${(line.self / largestSelf) * 100}%`;
  const awaited = awaitText(line);
  return element(
    'td',
    { class: 'self', ...(awaited === '' ? {} : { title: `Of it ${awaited}` }) },
    bar,
    element('span', { text: formatShare(line.self) }),
  );
}

function markerChip(marker: Exclude<Marker, null>, reason: string | null): HTMLElement {
  const words = markerText(marker);
  const title = reason ? `${words}: ${reason}` : words;
  return element(
    'span',
    { class: 'marker', title, attributes: { role: 'img', 'aria-label': title } },
    element('span', { text: warningSign }),
    element('span', { class: 'marker-words', text: ` ${words.toLowerCase()}` }),
  );
}
