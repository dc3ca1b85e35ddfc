/**
 * Steps of self time. They are absolute: a colour means the same in every profile, zoom and line.
 */
export const heatSteps = [
  { tone: 'heat5', from: 0.2, words: '20+' },
  { tone: 'heat4', from: 0.1, words: '10–20' },
  { tone: 'heat3', from: 0.05, words: '5–10' },
  { tone: 'heat2', from: 0.02, words: '2–5' },
  { tone: 'heat1', from: 0.005, words: '0.5–2' },
] as const;

/** The colours of the manifest have these names too: `hotframe.heat1Background`. */
export type Heat = (typeof heatSteps)[number]['tone'];
export type HeatTone = 'plain' | Heat;

/** Steps of the share of a request's latency that it waits on a line, in colours of their own. */
const waitSteps = [
  { tone: 'wait3', from: 0.3 },
  { tone: 'wait2', from: 0.1 },
] as const;

/** Names the colours of the manifest too: `hotframe.wait1Background`. */
export type WaitHeat = (typeof waitSteps)[number]['tone'] | 'wait1';

export function waitHeatOf(waitShare: number): WaitHeat {
  return waitSteps.find((step) => waitShare >= step.from)?.tone ?? 'wait1';
}

/** The tone of a frame by its share of self time. */
export function heatToneOf(selfShare: number): HeatTone {
  return heatSteps.find((step) => selfShare >= step.from)?.tone ?? 'plain';
}

/** The heat of anything shown as hot, even below the first step. */
export function heatOf(selfShare: number): Heat {
  const tone = heatToneOf(selfShare);
  return tone === 'plain' ? 'heat1' : tone;
}
