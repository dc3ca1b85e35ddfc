import { ImportError } from './foreignProfile.ts';

/** The stacks of a thread at moments that may be unevenly spaced. */
export interface Moments {
  /** Node of each moment; -1 for idle. */
  node: Int32Array;
  /** Since the window's start. */
  timeMicros: Float64Array;
  windowMicros: number;
}

export interface EvenSamples {
  node: Int32Array;
  timeMicros: Float64Array;
  intervalMicros: number;
}

/** Memory limit for one profile. */
const maxSamples = 8_000_000;
/** Limits samples made for each recorded one: gaps last hours if the machine slept. */
const maxParts = 4;
/** Always allowed, so that few recorded samples still give precise shares. */
const alwaysAllowed = 100_000;
/** No recording takes more than a month; longer ones are garbage. */
export const maxWindowMicros = 40 * 24 * 3600 * 1e6;

/**
 * Resamples moments, each of which lasts until the next one, into samples of equal weight: one in
 * the middle of each interval of the median length. So a share of the samples is a share of the
 * time. Idle moments stay as they are, one sample each.
 */
export function evenSamples({ node, timeMicros, windowMicros }: Moments): EvenSamples {
  if (!(windowMicros >= 0 && windowMicros < maxWindowMicros)) {
    throw new ImportError('its times are impossible');
  }
  const count = node.length;
  const usual = medianInterval(timeMicros) ?? 1000;
  // The last moment's length is unknown.
  const lengthOf = (i: number) => (i + 1 < count ? timeMicros[i + 1]! - timeMicros[i]! : usual);
  let busyMicros = 0;
  for (let i = 0; i < count; i++) if (node[i]! >= 0) busyMicros += lengthOf(i);
  const most = Math.min(maxSamples, Math.max(alwaysAllowed, maxParts * count));
  const intervalMicros = Math.max(usual, busyMicros / most);
  // Only busy time advances, so that a long idle time moves no sample.
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

/** Sorts moments by time, since V8 writes some of them late, with a negative delta. */
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

/** Median distance in whole microseconds; null if there are none. */
export function medianInterval(timeMicros: Float64Array): number | null {
  // A subset of some hundred thousand gives the same median.
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
