import { formatShare } from '../../src/shared/format.ts';
import type { FunctionReport } from '../../src/shared/report.ts';
import type { FunctionRef, MarkedFunction } from '../../src/shared/whyWire.ts';
import { element } from '../elements/element.ts';
import { placeOf } from '../../src/shared/frameText.ts';
import { link, placeLink, type Opener } from './placeLink.ts';
import { section } from './section.ts';

/** The functions that it was inlined into; null if it always ran as itself. */
export function inlinedList({ story }: FunctionReport, opener: Opener): HTMLElement | null {
  const into = story?.inlinedInto ?? [];
  if (into.length === 0) return null;
  const rows = into.map((each) =>
    element(
      'li',
      {},
      element('span', { class: 'why-figure', text: formatShare(each.share) }),
      element('code', { text: each.name }),
      placeLink(each, opener),
    ),
  );
  const words = 'V8 copied its code into these functions. Shares are of its own samples.';
  return section(
    'Inlined into',
    element('p', { class: 'soft', text: words }),
    element('ul', { class: 'why-rows' }, ...rows),
  );
}

/** The other marked functions, the most expensive first; null if there are none. */
export function markedList(
  marked: readonly MarkedFunction[],
  of: FunctionRef | null,
  opener: Opener,
): HTMLElement | null {
  const others = marked.filter((each) => of === null || !isSame(each, of));
  if (others.length === 0) return null;
  const rows = others.map((each) =>
    element(
      'li',
      {},
      element('span', { class: 'why-figure', text: formatShare(each.price) }),
      link(each.name, 'Why is it not optimized?', () => opener.ask(each)),
      element('span', { class: 'soft', text: placeOf(each, opener.baseFolder) }),
      element('span', { class: 'soft', text: each.reason }),
    ),
  );
  const title = of ? 'Other functions that are not optimized' : 'Functions that are not optimized';
  return section(title, element('ul', { class: 'why-rows' }, ...rows));
}

function isSame(a: FunctionRef, b: FunctionRef): boolean {
  return a.name === b.name && a.file === b.file && a.line === b.line && a.column === b.column;
}
