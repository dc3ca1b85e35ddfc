import type { FlameNode } from '../../src/shared/flameNode.ts';
import { heatSteps, heatToneOf, type HeatTone } from '../../src/shared/heat.ts';
import { areas, tiers, type Area, type Tier } from '../../src/shared/vocabulary.ts';
import type { ColourMode } from './viewSettings.ts';

/** The name of a colour in flame.css (`[data-tone=…]`), where each theme defines it. */
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

/** The tier with most own samples; null without any. */
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
        title: 'Self, %',
        entries: [
          { tone: 'plain', words: '<0.5' },
          ...heatSteps.toReversed().map(({ tone, words }) => ({ tone, words })),
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
