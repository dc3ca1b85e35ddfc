import type { ComparedPaths } from '../../src/shared/compareWire.ts';
import type { Visibility } from '../../src/shared/flameWire.ts';
import { widthSides, type WidthSide } from './diffFrame.ts';
import { shownChanges, type ShownChanges } from './diffTone.ts';
import type { PathStep } from '../flame/framePath.ts';
import { layouts, objectOf, oneOf, restoreSettings, type Layout } from '../profile/viewSettings.ts';
import { pathOf } from '../profile/viewState.ts';

/** What the person chose; survives hiding and reloading the page. */
export interface ComparisonState {
  visibility: Visibility;
  side: WidthSide;
  shown: ShownChanges;
  layout: Layout;
  search: string;
  /** What is compared, which the host reads after a reload; null: nothing that can be read again. */
  paths: ComparedPaths | null;
  /** The frame that is zoomed to, of what is compared; empty: the whole is shown. */
  zoom: PathStep[];
}

/** From what was stored, by this version or another; what is not understood is the default. */
export function restoreComparison(stored: unknown): ComparisonState {
  const from = objectOf(stored);
  const { search } = from;
  const { visibility } = restoreSettings(stored);
  return {
    visibility,
    side: oneOf(widthSides, from['side']) ?? 'head',
    shown: oneOf(shownChanges, from['shown']) ?? 'beyond-noise',
    layout: oneOf(layouts, from['layout']) ?? 'icicle',
    search: typeof search === 'string' ? search : '',
    paths: pathsOf(from['paths']),
    zoom: pathOf(from['zoom']),
  };
}

/** Tells one comparison from another: a zoom is of one. */
export function comparisonKey(paths: ComparedPaths | null): string {
  return JSON.stringify(paths && [paths.base, paths.head]);
}

function pathsOf(stored: unknown): ComparedPaths | null {
  const { base, head } = objectOf(stored);
  return areTexts(base) && areTexts(head) ? { base, head } : null;
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
