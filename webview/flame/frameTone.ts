import type { FlameNode } from '../../src/shared/flameWire.ts';
import { frameHeatSteps, heatToneOf, type HeatTone } from '../../src/shared/frameHeat.ts';
import { areas, tiers, type Area, type Tier } from '../../src/shared/vocabulary.ts';
import type { ColourMode } from '../profile/viewSettings.ts';

/** The name of a colour in flame.css (`[data-tone=…]`), where each theme gives it its own. */
export type Tone = HeatTone | Area | Tier;

export function toneOf(node: FlameNode, mode: ColourMode): Tone {
  if (node.functionId < 0) return 'plain';
  switch (mode) {
    case 'heat':
      return heatToneOf(node.self);
    case 'area':
      return node.area;
    case 'tier':
      return mainTier(node) ?? 'plain';
  }
}

/** The tier of most own samples; null where there are none. */
function mainTier({ tiers: shares }: FlameNode): Tier | null {
  const best = tiers.reduce((a, b) => (shares[b] > shares[a] ? b : a));
  return shares[best] > 0 ? best : null;
}

export interface LegendEntry {
  tone: Tone;
  words: string;
}

export function legendOf(
  mode: ColourMode,
  shown: readonly Area[],
): { title: string; entries: LegendEntry[] } {
  switch (mode) {
    case 'heat':
      return {
        title: 'Self time, %',
        entries: [
          { tone: 'plain', words: '<0.5' },
          ...frameHeatSteps.toReversed().map(({ tone, words }) => ({ tone, words })),
        ],
      };
    case 'area':
      return {
        title: 'Area',
        entries: areas
          .filter((area) => shown.includes(area))
          .map((area) => ({ tone: area, words: area })),
      };
    case 'tier':
      return {
        title: 'Own time in',
        entries: [
          ...tiers.map((tier) => ({ tone: tier, words: tier })),
          { tone: 'plain', words: 'no own time' },
        ],
      };
  }
}
