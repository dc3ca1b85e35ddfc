import type { Visibility } from '../../src/shared/flameWire.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import type { RunPart } from '../../src/shared/report.ts';
import { formatShare } from '../../src/shared/format.ts';
import { sampledBytes } from '../../src/shared/memory.ts';
import { fewSamplesText } from '../../src/shared/samplerText.ts';

/** Why there is nothing to draw, and what to do; null if there is something. */
export function noSamplesText(report: RunPart): string | null {
  const { sampling, failure } = report;
  if (sampledBytes(report) !== null) return null;
  if (sampling && sampling.onCpu > 0) return null;
  if (failure) return 'The run failed before there was anything to draw.';
  if (!sampling || sampling.samples === 0) {
    return 'No samples: nothing was recorded within the measured time. Run it again for longer.';
  }
  return fewSamplesText(sampling);
}

/** @param aroundHandlers what ran instead, as far as the visible areas are those of the report */
export function nothingVisibleText(
  root: FlameNode,
  { areas, packages }: Visibility,
  aroundHandlers: string,
): string | null {
  if (root.children.some((child) => child.functionId >= 0)) return null;
  if (areas.length === 0 && packages.length === 0) {
    return 'All areas are hidden. Turn one on above.';
  }
  if (root.children.reduce((sum, child) => sum + child.samples, 0) < root.samples) {
    return 'Every frame is too narrow to draw. Make the window wider, or turn on fewer areas above.';
  }
  const names = [...areas, ...packages].join(', ');
  const what = `No frame of ${names} was on the stack. ${aroundHandlers}`.trimEnd();
  return `${what} ${aroundHandlers === '' ? 'Turn on another area above.' : turnOnText}`;
}

/** The picture is nearly one frame without code: what that is, and how to see into it; null otherwise. */
export function littleVisibleText(root: FlameNode, aroundHandlers: string): string | null {
  if (aroundHandlers === '' || root.samples === 0) return null;
  const own = root.children
    .filter((child) => child.functionId >= 0)
    .reduce((sum, child) => sum + child.samples, root.elided);
  const share = own / root.samples;
  if (share >= littleShare) return null;
  return `Your own code was on the stack for ${formatShare(share)}. ${aroundHandlers} ${turnOnText}`;
}

const littleShare = 0.05;
const turnOnText = 'To see into it, turn on deps (packages) or core (Node.js) above.';
