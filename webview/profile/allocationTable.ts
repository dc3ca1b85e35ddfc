import { formatBytes, formatCount, formatShare } from '../../src/shared/format.ts';
import { placeOf } from '../../src/shared/frameText.ts';
import type { AllocatingFunction, MemoryReport } from '../../src/shared/memory.ts';
import { element } from '../elements/element.ts';
import { headedTable } from '../elements/headedTable.ts';
import { moreButton } from '../elements/moreButton.ts';
import { moveBetweenRows } from '../elements/tableKeys.ts';
import { placeCell } from './lineCells.ts';

/** The button below shows the others. */
const firstRows = 50;

const columns = [
  { name: 'place', text: 'Line', title: 'File, and first line of the function' },
  { name: 'function', text: 'Function', title: 'With the hidden code that it called' },
  { name: 'self', text: 'Bytes', title: 'Bytes that the function allocates for a request' },
  { name: 'total', text: 'Share', title: 'Share of all that a request allocates' },
] as const;

type Reveal = (place: { file: string; line: number; column: number }, takeFocus: boolean) => void;

/** The flamegraph of bytes as text: what each of the user's functions allocates for a request, most first. */
export function allocationTable(
  { functions, bytesPerRequest, elsewhereBytesPerRequest = 0 }: MemoryReport,
  baseFolder: string,
  reveal: Reveal,
): HTMLElement {
  const whole = bytesPerRequest ?? 0;
  const largest = functions[0]?.bytesPerRequest ?? 0;
  const rowOf = (each: AllocatingFunction) => {
    const { name, file, line, bytesPerRequest: bytes } = each;
    const bar = element('span', { class: 'self-bar' });
    bar.style.width = `${(bytes / largest) * 100}%`;
    const cells = [
      placeCell(each, placeOf(each, baseFolder), baseFolder),
      element('td', { class: 'function', text: name, title: name }),
    ];
    const made = element('tr', {}, ...cells, ...byteCells(bytes, whole, bar));
    const place = { file, line, column: 1 };
    made.addEventListener('click', (event) => reveal(place, event.altKey || event.metaKey));
    made.addEventListener('dblclick', () => reveal(place, true));
    return made;
  };
  const rest = element(
    'tr',
    { class: 'no-function' },
    element('td', { class: 'place' }),
    element('td', { class: 'function', text: 'no function of yours on the stack' }),
    ...byteCells(elsewhereBytesPerRequest, whole, null),
  );
  const body = element('tbody', {}, ...functions.slice(0, firstRows).map(rowOf), rest);
  body.addEventListener('keydown', (event) => moveBetweenRows(event));
  return element(
    'section',
    { class: 'lines allocations', attributes: { 'aria-label': 'What allocates' } },
    element('h2', { text: 'What allocates' }),
    headedTable(columns, body),
    functions.length > firstRows
      ? moreButton(`Show all ${formatCount(functions.length)} functions`, () =>
          rest.before(...functions.slice(firstRows).map(rowOf)),
        )
      : null,
  );
}

function byteCells(bytes: number, whole: number, bar: HTMLElement | null): HTMLElement[] {
  return [
    element('td', { class: 'self' }, bar, element('span', { text: formatBytes(bytes) })),
    element('td', { class: 'total', text: formatShare(whole > 0 ? bytes / whole : 0) }),
  ];
}
