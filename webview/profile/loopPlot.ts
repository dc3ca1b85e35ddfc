import { fileBelow } from '../../src/shared/filePaths.ts';
import { formatLatency, formatNumberOf, formatRoughMs } from '../../src/shared/format.ts';
import type { LoopBlock, SignalsReport } from '../../src/shared/signals.ts';
import { element } from '../elements/element.ts';
import { rangeText, TimePlot } from '../elements/timePlot.ts';

/** The longest delay of the event loop and the time of collections in each second, below those of the load. */
export function loopPlot(signals: SignalsReport | null | undefined): TimePlot[] {
  const seconds = signals?.seconds ?? [];
  if (seconds.length < 2) return [];
  const delays = seconds.map(({ delayMs }) => delayMs);
  const collections = seconds.map(({ gcMs }) => gcMs);
  const plot = new TimePlot({
    title: 'Event loop',
    speech:
      `Event loop over ${formatNumberOf(seconds.length, 'second')}: longest delay ` +
      `${rangeText(delays, formatLatency)}, garbage collection ${rangeText(collections, formatLatency)}`,
    lines: [
      { name: 'longest delay', values: delays, colour: '--plot', isDashed: false },
      { name: 'garbage collection', values: collections, colour: '--plot-slow', isDashed: true },
    ],
    format: formatLatency,
    formatAxis: (ms) => `${Number(ms.toPrecision(3))} ms`,
  });
  return [plot];
}

const most = 8;

type Reveal = (place: { file: string; line: number; column: number }) => void;

/** The longest blocks in the order in which they came, each a way to the line that held the loop; null without any. */
export function blockList(
  signals: SignalsReport | null | undefined,
  baseFolder: string,
  reveal: Reveal,
): HTMLElement | null {
  if (!signals || signals.blockCount === 0) return null;
  const longest = signals.blocks.toSorted((a, b) => b.ms - a.ms).slice(0, most);
  longest.sort((a, b) => a.startMs - b.startMs);
  const rows = longest.map((block) => element('li', {}, ...blockParts(block, baseFolder, reveal)));
  const left = signals.blockCount - rows.length;
  const more = left > 0 ? `, the longest ${rows.length} of ${signals.blockCount}` : '';
  return element(
    'div',
    { class: 'blocks' },
    element('p', { class: 'facts', text: `The event loop was held for 50 ms and more${more}:` }),
    element('ul', { attributes: { 'aria-label': 'Blocks of the event loop' } }, ...rows),
  );
}

function blockParts(
  { startMs, ms, file, line, name }: LoopBlock,
  baseFolder: string,
  reveal: Reveal,
): HTMLElement[] {
  const words = `${formatRoughMs(ms)} at ${(startMs / 1000).toFixed(1)} s`;
  if (file === null || line === null) {
    return [element('span', { text: words, title: 'No code of yours ran for most of it' })];
  }
  const place = element('button', {
    class: 'finding-place',
    text: `${fileBelow(file, baseFolder)}:${line}`,
    title: `${name ?? ''} held the event loop`.trim(),
    attributes: { type: 'button' },
  });
  place.addEventListener('click', () => reveal({ file, line, column: 1 }));
  return [element('span', { text: words }), place];
}
