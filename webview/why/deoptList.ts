import { deoptText } from '../../src/shared/deoptText.ts';
import { formatCount, formatNumberOf } from '../../src/shared/format.ts';
import type { DeoptReport } from '../../src/shared/report.ts';
import type { SourceLine, WhyFunction } from '../../src/shared/whyWire.ts';
import { element } from '../elements/element.ts';
import { placeLink, type Opener } from './placeLink.ts';
import { section } from './section.ts';
import { withCode } from './withCode.ts';

/** The window's deoptimizations by reason, with its meaning, usual remedies and places; null if there were none. */
export function deoptList({ report, lines }: WhyFunction, opener: Opener): HTMLElement | null {
  if (report.deopts.length === 0) return null;
  const byReason = new Map<string, DeoptReport[]>();
  for (const site of report.deopts.slice(0, maxSites)) {
    byReason.set(site.reason, [...(byReason.get(site.reason) ?? []), site]);
  }
  const reasons = [...byReason].map(([reason, sites]) =>
    element(
      'li',
      { class: 'why-reason' },
      reasonHead(reason, sites),
      ...explanation(reason),
      element('ul', { class: 'why-sites' }, ...sites.map((site) => siteRow(site, lines, opener))),
    ),
  );
  const more = report.deopts.length - maxSites;
  const rest = `${formatNumberOf(more, 'more place')}, each with fewer deoptimizations`;
  return section(
    'Deoptimizations',
    element('ul', { class: 'why-reasons' }, ...reasons),
    more > 0 ? element('p', { class: 'soft', text: rest }) : null,
  );
}

/** Limits the list; the most frequent come first. */
const maxSites = 60;

function reasonHead(reason: string, sites: readonly DeoptReport[]): HTMLElement {
  const count = sites.reduce((sum, site) => sum + site.count, 0);
  return element(
    'h3',
    {},
    element('code', { text: reason, title: 'As V8 gives the reason' }),
    element('span', { class: 'soft', text: formatNumberOf(count, 'time') }),
  );
}

function explanation(reason: string): HTMLElement[] {
  const words = deoptText(reason);
  if (!words) {
    const text = 'This is how V8 gives the reason; Hotframe does not know more of it.';
    return [element('p', { class: 'soft', text })];
  }
  return [
    element('p', {}, ...withCode(words.meaning)),
    element('p', {}, element('b', { text: 'What helps: ' }), ...withCode(words.advice)),
  ];
}

function siteRow(
  site: DeoptReport,
  lines: Record<string, SourceLine>,
  opener: Opener,
): HTMLElement {
  const line = lines[`${site.file}:${site.line}`];
  return element(
    'li',
    {},
    element('span', { class: 'why-figure', text: `×${formatCount(site.count)}` }),
    placeLink(site, opener) ?? element('span', { class: 'soft', text: 'place not known' }),
    line ? sourceText(line, site.column) : null,
  );
}

/** The line, with the token at the column marked. */
function sourceText({ text, indent }: SourceLine, column: number): HTMLElement {
  const at = column - 1 - indent;
  const length = at < 0 ? 0 : (/^(?:[.[]?[\w$]+|\S)/.exec(text.slice(at))?.[0].length ?? 0);
  const made = element('code', { class: 'why-source' });
  if (length === 0) made.append(text);
  else {
    const mark = element('mark', { text: text.slice(at, at + length) });
    made.append(text.slice(0, at), mark, text.slice(at + length));
  }
  return made;
}
