import type { FlameNode } from '../../src/shared/flameWire.ts';
import { formatShare } from '../../src/shared/format.ts';
import type { RunPart } from '../../src/shared/report.ts';
import type { FrameLook } from '../flame/frameLook.ts';
import { toneOf } from '../flame/frameTone.ts';
import { frameLabel, frameSpeech } from '../../src/shared/frameWords.ts';
import { profileTip } from './profileTip.ts';
import type { ColourMode } from './viewSettings.ts';

/** The frames of one profile: as wide as their samples, in the colours that were chosen. */
export function profileLook(
  now: () => { baseFolder: string; colour: ColourMode },
): FrameLook<FlameNode> {
  return {
    width: (node) => node.samples,
    label: frameLabel,
    speech: (node) => frameSpeech(node, now().baseFolder),
    tone: (node) => toneOf(node, now().colour),
    isMarked: (node) => node.marker !== null,
    tip: (node) => profileTip(node, now().baseFolder),
  };
}

/** The chosen colours; tiers that are not known have none. */
export function drawnColour(chosen: ColourMode, report: RunPart | undefined): ColourMode {
  return chosen === 'tier' && report?.sampling?.tiers === false ? 'heat' : chosen;
}

/** Of the frame that was chosen last. */
export function frameFigures(node: FlameNode): string {
  return `self ${formatShare(node.self)} · total ${formatShare(node.total)}`;
}

/** On the button that leads to the panel "Why"; null for what V8 does not compile. */
export function whyWords({ functionId, area, marker }: FlameNode): string | null {
  const isCode = area === 'app' || area === 'deps' || area === 'core';
  if (functionId < 0 || !isCode) return null;
  return marker ? 'Why is it not optimized?' : 'Tiers over time';
}
