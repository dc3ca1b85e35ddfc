import { fileBelow } from '../../src/shared/filePaths.ts';
import {
  formatBytes,
  formatLatency,
  formatNumberOf,
  formatRoughMs,
  formatShare,
} from '../../src/shared/format.ts';
import type { LoopBlock, LoopSecond, SignalsReport } from '../../src/shared/signals.ts';
import { element } from '../elements/element.ts';
import { rangeText, TimePlot, type PlotMark } from '../elements/timePlot.ts';

type Reveal = (place: { file: string; line: number; column: number }) => void;

/** What the server did over time, below the plots of the load: its event loop with its blocks, and its memory. */
export function loopPlots(
  signals: SignalsReport | null | undefined,
  baseFolder: string,
  reveal: Reveal,
): TimePlot[] {
  if (!signals || signals.seconds.length < 2) return [];
  const marks = longestBlocks(signals, mostMarks).map((block) => markOf(block, baseFolder, reveal));
  return [delayPlot(signals.seconds, marks), ...usePlots(signals.seconds)];
}

function delayPlot(seconds: readonly LoopSecond[], marks: PlotMark[]): TimePlot {
  const delays = seconds.map(({ delayMs }) => delayMs);
  const collections = seconds.map(({ gcMs }) => gcMs);
  return new TimePlot({
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
    marks,
  });
}

/** Nothing for older saved runs, which do not have it. */
function usePlots(seconds: readonly LoopSecond[]): TimePlot[] {
  if (seconds.every(({ rssBytes }) => rssBytes === undefined)) return [];
  const of = (pick: (second: LoopSecond) => number | undefined) =>
    seconds.map((second) => pick(second) ?? null);
  const busy = of(({ busyShare }) => busyShare);
  const rss = of(({ rssBytes }) => rssBytes);
  const heap = of(({ heapBytes }) => heapBytes);
  const over = `over ${formatNumberOf(seconds.length, 'second')}`;
  return [
    new TimePlot({
      title: 'Event loop at work',
      speech: `Event loop at work ${over}: ${rangeText(busy, formatShare)}`,
      lines: [{ name: '', values: busy, colour: '--plot', isDashed: false }],
      format: formatShare,
      formatAxis: (share) => `${Math.round(share * 100)} %`,
    }),
    new TimePlot({
      title: 'Memory',
      speech: `Memory ${over}: process ${rangeText(rss, formatBytes)}, heap ${rangeText(heap, formatBytes)}`,
      lines: [
        { name: 'process', values: rss, colour: '--plot', isDashed: false },
        { name: 'heap', values: heap, colour: '--plot-slow', isDashed: true },
      ],
      format: formatBytes,
      formatAxis: (bytes) => `${Number((bytes / 1e6).toPrecision(3))} MB`,
    }),
  ];
}

const mostMarks = 40;
const most = 8;

/** In the order in which they came. */
function longestBlocks({ blocks }: SignalsReport, count: number): LoopBlock[] {
  const longest = blocks.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  return longest.sort((a, b) => a.startMs - b.startMs);
}

function markOf(block: LoopBlock, baseFolder: string, reveal: Reveal): PlotMark {
  const { startMs, file, line } = block;
  if (file === null || line === null) {
    return { second: startMs / 1000, words: blockText(block), act: null };
  }
  const words = `${blockText(block)}: ${fileBelow(file, baseFolder)}:${line}`;
  return { second: startMs / 1000, words, act: () => reveal({ file, line, column: 1 }) };
}

function blockText({ startMs, ms }: LoopBlock): string {
  return `${formatRoughMs(ms)} at ${(startMs / 1000).toFixed(1)} s`;
}

/** The longest blocks in the order in which they came, each a way to the line that held the loop; null without any. */
export function blockList(
  signals: SignalsReport | null | undefined,
  baseFolder: string,
  reveal: Reveal,
): HTMLElement | null {
  if (!signals || signals.blockCount === 0) return null;
  const longest = longestBlocks(signals, most);
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

function blockParts(block: LoopBlock, baseFolder: string, reveal: Reveal): HTMLElement[] {
  const { file, line, name } = block;
  const words = blockText(block);
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
