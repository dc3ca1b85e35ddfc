/** Steps of self time: absolute, so that a colour means the same in every profile and at every zoom. */
export const frameHeatSteps = [
  { tone: 'heat5', from: 0.2, words: '20+' },
  { tone: 'heat4', from: 0.1, words: '10–20' },
  { tone: 'heat3', from: 0.05, words: '5–10' },
  { tone: 'heat2', from: 0.02, words: '2–5' },
  { tone: 'heat1', from: 0.005, words: '0.5–2' },
] as const;

export type HeatTone = 'plain' | (typeof frameHeatSteps)[number]['tone'];

/** The tone of a frame by its share of self time. */
export function heatToneOf(selfShare: number): HeatTone {
  return frameHeatSteps.find((step) => selfShare >= step.from)?.tone ?? 'plain';
}
