import { takeKeys } from '../flame/panelKeys.ts';

/** What the keys do while a flamegraph is shown. */
export interface FlameKeys {
  isDrawn(): boolean;
  search(): void;
  reset(): void;
  step(by: 1 | -1): void;
  copy(): void;
  why(): void;
}

/** Takes the keys for the picture that is shown, a flamegraph or the waits of requests. */
export function takePictureKeys(
  showsWaits: () => boolean,
  waits: { reset(): void; copy(): void },
  flame: FlameKeys,
): void {
  const whereDrawn = (act: () => void) => () => {
    if (flame.isDrawn() && !showsWaits()) act();
  };
  takeKeys(document, {
    search: () => {
      if (!showsWaits()) flame.search();
    },
    reset: () => (showsWaits() ? waits : flame).reset(),
    next: whereDrawn(() => flame.step(1)),
    previous: whereDrawn(() => flame.step(-1)),
    copy: () => {
      if (showsWaits()) waits.copy();
      else if (flame.isDrawn()) flame.copy();
    },
    why: whereDrawn(() => flame.why()),
  });
}
