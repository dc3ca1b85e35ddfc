/** How hot a share is: 0 (warm) to 4 (hottest), the same everywhere it is shown as a colour. */
export type HeatStep = 0 | 1 | 2 | 3 | 4;
export const heatSteps = [0, 1, 2, 3, 4] as const satisfies HeatStep[];

/** Shares (0…1) at which each next step begins. */
const steps = [0.02, 0.05, 0.1, 0.2] as const;

export function heatStep(share: number): HeatStep {
  return steps.filter((from) => share >= from).length as HeatStep;
}
