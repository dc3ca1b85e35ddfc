import { byteFigures, byteLabel, byteSpeech } from '../../src/shared/byteFrameText.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import { formatShare } from '../../src/shared/format.ts';
import { isAfterAwaitFrame } from '../../src/shared/afterAwait.ts';
import { sampledBytes } from '../../src/shared/memory.ts';
import type { RunPart } from '../../src/shared/report.ts';
import type { FrameLook } from '../flame/frameLook.ts';
import { toneOf } from '../flame/frameTone.ts';
import type { Visibility } from '../../src/shared/flameWire.ts';
import { frameLabel, frameSpeech } from '../../src/shared/frameText.ts';
import { profileTip } from './profileTip.ts';
import type { ProfileMessage } from './profileConnection.ts';
import type { ColourMode } from '../flame/viewSettings.ts';

export interface DrawnNow {
  baseFolder: string;
  colour: ColourMode;
  aroundHandlers: string;
  /** Of a request, of which frames have shares; null if they have shares of CPU time. */
  bytes: number | null;
}

/** Draws frames of one profile as wide as their samples, in the chosen colours. */
export function profileLook(now: () => DrawnNow): FrameLook<FlameNode> {
  return {
    width: (node) => node.samples,
    label(node) {
      const { bytes } = now();
      return bytes === null ? frameLabel(node) : byteLabel(node, bytes);
    },
    speech(node) {
      const { bytes, baseFolder } = now();
      return bytes === null ? frameSpeech(node, baseFolder) : byteSpeech(node, bytes, baseFolder);
    },
    tone: (node) => toneOf(node, now().colour),
    isMarked: (node) => node.marker !== null,
    isLearned: isAfterAwaitFrame,
    tip: (node) => profileTip(node, now()),
  };
}

/** The colours to draw: without known tiers, heat replaces tiers. */
export function drawnColour(chosen: ColourMode, report: RunPart | undefined): ColourMode {
  return chosen === 'tier' && report && !areTiersKnown(report) ? 'heat' : chosen;
}

export function areTiersKnown(report: RunPart): boolean {
  return report.sampling?.tiers !== false && sampledBytes(report) === null;
}

export function frameFigures(node: FlameNode, bytes: number | null): string {
  if (bytes !== null) return byteFigures(node, bytes);
  return `self ${formatShare(node.self)} · total ${formatShare(node.total)}`;
}

/** The words on code that ran without visible frames; empty if other areas are visible here than in the report. */
export function aroundHandlersOf(
  message: ProfileMessage | null,
  { areas, packages }: Visibility,
): string {
  const told = message?.report.sampling?.areas ?? ['app'];
  const isSame = packages.length === 0 && areas.toSorted().join() === told.toSorted().join();
  return isSame ? (message?.aroundHandlers ?? '') : '';
}

/**
 * The label of the button that opens the panel "Why"; null for frames that V8 does not compile, if
 * tiers are unknown, and in a saved page, which has no editor.
 */
export function whyText(node: FlameNode, message: ProfileMessage | null): string | null {
  const { functionId, area, marker } = node;
  const isCode = area === 'app' || area === 'deps' || area === 'core';
  if (functionId < 0 || !isCode || isAfterAwaitFrame(node)) return null;
  if (!message || message.isSavedPage || !areTiersKnown(message.report)) return null;
  return marker ? 'Why is it not optimized?' : 'Tiers over time';
}
