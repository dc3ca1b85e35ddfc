import { ImportError } from './foreignProfile.ts';

/** What a thread ran at moments that need not be equally far apart. */
export interface Moments {
  /** Node of each; -1: idle. */
  node: Int32Array;
  /** Since the start of the window. */
  timeMicros: Float64Array;
  windowMicros: number;
}

export interface EvenSamples {
  node: Int32Array;
  timeMicros: Float64Array;
  intervalMicros: number;
}

/** What one profile may hold in memory. */
const maxSamples = 8_000_000;
/** So many may stand for one that was taken, where that went on for hours: a machine that slept. */
const maxParts = 4;
/** Enough for shares of few samples that were taken. */
const alwaysAllowed = 100_000;
/** Of the machine that took it: more than a month is garbage. */
export const maxWindowMicros = 40 * 24 * 3600 * 1e6;

/**
 * Samples that each stand for the same time, from those that stand for the time until the next one:
 * what runs in the middle of each interval of the usual length. So a share of the samples is a share
 * of the time. Idle moments stay as they are, one sample each.
 */
export function evenSamples({ node, timeMicros, windowMicros }: Moments): EvenSamples {
  if (!(windowMicros >= 0 && windowMicros < maxWindowMicros)) {
    throw new ImportError('its times are impossible');
  }
  const count = node.length;
  const usual = medianInterval(timeMicros) ?? 1000;
  // Nothing says how long the last one went on.
  const lengthOf = (i: number) => (i + 1 < count ? timeMicros[i + 1]! - timeMicros[i]! : usual);
  let busyMicros = 0;
  for (let i = 0; i < count; i++) if (node[i]! >= 0) busyMicros += lengthOf(i);
  const most = Math.min(maxSamples, Math.max(alwaysAllowed, maxParts * count));
  const intervalMicros = Math.max(usual, busyMicros / most);
  // Busy time passes, idle time does not: a long wait moves no sample.
  let spent = intervalMicros / 2;
  let length = 0;
  for (let i = 0; i < count; i++) {
    if (node[i]! >= 0)
      for (spent += lengthOf(i); spent >= intervalMicros; length++) spent -= intervalMicros;
    else length++;
  }
  const even = { node: new Int32Array(length), timeMicros: new Float64Array(length) };
  spent = intervalMicros / 2;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const start = timeMicros[i]!;
    if (node[i]! < 0) {
      even.node[at] = -1;
      even.timeMicros[at++] = start;
      continue;
    }
    const length = lengthOf(i);
    spent += length;
    for (let part = 0; spent >= intervalMicros; part++) {
      spent -= intervalMicros;
      even.node[at] = node[i]!;
      even.timeMicros[at++] = start + Math.min(length, part * intervalMicros);
    }
  }
  return { ...even, intervalMicros };
}

/** Moments in the order of their times: V8 writes some of them late, with a negative distance. */
export function inOrder(node: Int32Array, timeMicros: Float64Array): Omit<Moments, 'windowMicros'> {
  let isSorted = true;
  for (let i = 1; i < node.length && isSorted; i++) isSorted = timeMicros[i]! >= timeMicros[i - 1]!;
  if (isSorted) return { node, timeMicros };
  const order = Int32Array.from(node, (_, i) => i).sort((a, b) => timeMicros[a]! - timeMicros[b]!);
  return {
    node: Int32Array.from(order, (i) => node[i]!),
    timeMicros: Float64Array.from(order, (i) => timeMicros[i]!),
  };
}

/** The median of the distances, in whole microseconds; null where there are none. */
export function medianInterval(timeMicros: Float64Array): number | null {
  // Of very many, some hundred thousand say the same.
  const step = Math.max(1, Math.floor(timeMicros.length / 200_000));
  const distances = new Float64Array(Math.ceil(timeMicros.length / step));
  let count = 0;
  for (let i = 1; i < timeMicros.length; i += step) {
    const distance = timeMicros[i]! - timeMicros[i - 1]!;
    if (distance > 0) distances[count++] = distance;
  }
  if (count === 0) return null;
  const usual = distances.subarray(0, count).sort()[count >> 1]!;
  return Math.max(1, Math.round(usual));
}
