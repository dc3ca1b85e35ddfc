import { fileBelow } from '../../src/shared/filePaths.ts';
import {
  formatBytes,
  formatCount,
  formatLatency,
  formatNumberOf,
  formatRoughMs,
  formatShare,
} from '../../src/shared/format.ts';
import { manyBytes } from '../../src/shared/memoryText.ts';
import type { LoopBlock, LoopSecond, SignalsReport } from '../../src/shared/signals.ts';
import { element } from '../elements/element.ts';
import { rangeText, TimePlot, type PlotLine, type PlotMark } from '../elements/timePlot.ts';

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
      { name: 'longest delay', values: delays, colour: '--plot', stroke: 'plain' },
      { name: 'garbage collection', values: collections, colour: '--plot-slow', stroke: 'dashed' },
    ],
    format: formatLatency,
    formatAxis: (ms) => `${Number(ms.toPrecision(3))} ms`,
    marks,
  });
}

/** Nothing for older saved runs, which do not have it. */
function usePlots(seconds: readonly LoopSecond[]): TimePlot[] {
  if (seconds.every(({ rssBytes }) => rssBytes === undefined)) return [];
  return [
    sharePlot('Event loop at work', valuesOf(seconds, 'busyShare')),
    ...waitPlots(valuesOf(seconds, 'cpuWaitShare')),
    memoryPlot(seconds),
    ...resourcePlots(valuesOf(seconds, 'resources')),
  ];
}

type Values = (number | null)[];

function valuesOf(seconds: readonly LoopSecond[], of: keyof LoopSecond): Values {
  return seconds.map((second) => second[of] ?? null);
}

function overText({ length }: { length: number }): string {
  return `over ${formatNumberOf(length, 'second')}`;
}

/** A server that has its CPU has nothing to see there. */
const longWait = 0.1;

function waitPlots(waits: Values): TimePlot[] {
  return largest(waits) > longWait ? [sharePlot('Waiting for a CPU', waits)] : [];
}

function sharePlot(title: string, shares: Values): TimePlot {
  return new TimePlot({
    title,
    speech: `${title} ${overText(shares)}: ${rangeText(shares, formatShare)}`,
    lines: [{ name: '', values: shares, colour: '--plot', stroke: 'plain' }],
    format: formatShare,
    missing: 'not known',
    formatAxis: (share) => `${Math.round(share * 100)} %`,
  });
}

function memoryPlot(seconds: readonly LoopSecond[]): TimePlot {
  const rss = valuesOf(seconds, 'rssBytes');
  const heap = valuesOf(seconds, 'heapBytes');
  const external = valuesOf(seconds, 'externalBytes');
  const lines: PlotLine[] = [
    { name: 'process', values: rss, colour: '--plot', stroke: 'plain' },
    { name: 'heap', values: heap, colour: '--plot-slow', stroke: 'dashed' },
  ];
  if (largest(external) >= manyBytes) {
    lines.push({
      name: 'buffers and the like',
      values: external,
      colour: '--plot-third',
      stroke: 'dotted',
    });
  }
  const ranges = lines.map(({ name, values }) => `${name} ${rangeText(values, formatBytes)}`);
  return new TimePlot({
    title: 'Memory',
    speech: `Memory ${overText(seconds)}: ${ranges.join(', ')}`,
    lines,
    format: formatBytes,
    missing: 'not known',
    formatAxis: (bytes) => `${Number((bytes / 1e6).toPrecision(3))} MB`,
  });
}

/** More than the load's own connections, and no steady number of them. */
const manyResources = 100;

function resourcePlots(counts: Values): TimePlot[] {
  const least = counts.reduce<number>((a, b) => Math.min(a, b ?? a), Infinity);
  const most = largest(counts);
  if (most < manyResources || most < least * 2) return [];
  const title = 'Open sockets, timers and the like';
  return [
    new TimePlot({
      title,
      speech: `${title} ${overText(counts)}: ${rangeText(counts, formatCount)}`,
      lines: [{ name: '', values: counts, colour: '--plot', stroke: 'plain' }],
      format: formatCount,
      missing: 'not known',
      formatAxis: formatCount,
    }),
  ];
}

/** 0 if none is known. */
function largest(values: Values): number {
  return values.reduce<number>((a, b) => Math.max(a, b ?? 0), 0);
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
