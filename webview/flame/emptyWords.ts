import type { FlameNode, Visibility } from '../../src/shared/flameWire.ts';
import type { RunPart } from '../../src/shared/report.ts';
import { fewSamplesWords } from '../../src/shared/samplerWords.ts';

/** Why there is nothing to draw and what to do; null where there is something. */
export function noSamplesWords({ sampling, failure }: RunPart): string | null {
  if (sampling && sampling.onCpu > 0) return null;
  if (failure) return 'The run failed before there was anything to draw.';
  if (!sampling || sampling.samples === 0) {
    return 'No samples: nothing was recorded within the measured time. Run it again for longer.';
  }
  return fewSamplesWords(sampling);
}

export function nothingVisibleWords(
  root: FlameNode,
  { areas, packages }: Visibility,
): string | null {
  if (root.children.some((child) => child.functionId >= 0)) return null;
  if (areas.length === 0 && packages.length === 0) {
    return 'All areas are hidden. Turn one on above.';
  }
  if (root.children.reduce((sum, child) => sum + child.samples, 0) < root.samples) {
    return 'Every frame is too narrow to draw. Make the window wider, or turn on fewer areas above.';
  }
  const names = [...areas, ...packages].join(', ');
  return `No frame of ${names} was on the stack. Turn on another area above.`;
}
