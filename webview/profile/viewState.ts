import type { ProfileMessage } from './profileConnection.ts';
import { defaultOrder, lineColumns, type LineOrder } from './lineOrder.ts';
import type { PathStep } from '../flame/framePath.ts';
import { objectOf, oneOf, restoreSettings, type ViewSettings } from '../flame/viewSettings.ts';

/** The view that the flamegraph's place shows. */
const pictures = ['cpu', 'waits', 'bytes'] as const;
export type Picture = (typeof pictures)[number];

/** The state that survives hiding and reloading the view. */
export interface ViewState extends ViewSettings {
  search: string;
  order: LineOrder;
  isDetailsOpen: boolean;
  picture: Picture;
  /** Null if the whole profile is shown. */
  zoom: { profileKey: string; path: PathStep[] } | null;
}

/** Restores stored state of any version; values that are not understood get their defaults. */
export function restoreState(stored: unknown): ViewState {
  const from = objectOf(stored);
  const { search } = from;
  const order = objectOf(from['order']);
  const column = oneOf(lineColumns, order['column']);
  const zoom = objectOf(from['zoom']);
  const { profileKey } = zoom;
  const path = pathOf(zoom['path']);
  return {
    ...restoreSettings(stored),
    search: typeof search === 'string' ? search : '',
    order: column ? { column, isDescending: order['isDescending'] === true } : defaultOrder,
    isDetailsOpen: from['isDetailsOpen'] !== false,
    picture: oneOf(pictures, from['picture']) ?? 'cpu',
    zoom: typeof profileKey === 'string' && path.length > 0 ? { profileKey, path } : null,
  };
}

/** Identifies a profile, since a zoom belongs to one. */
export function profileKeyOf({ report: { target, load, sampling } }: ProfileMessage): string {
  return JSON.stringify([
    target?.pid,
    target?.command,
    target?.listenMs,
    load?.requests,
    sampling?.samples,
    sampling?.onCpu,
    sampling?.windowMs,
  ]);
}

export function pathOf(stored: unknown): PathStep[] {
  if (!Array.isArray(stored)) return [];
  const steps = stored.map((item) => {
    const { name, file, line } = objectOf(item);
    return typeof name === 'string' && typeof file === 'string' && typeof line === 'number'
      ? { name, file, line }
      : null;
  });
  // A path with a gap would lead to another frame.
  return steps.every((step) => step !== null) ? steps : [];
}
