import { setShownTimes, shownTimesSetting } from '../core/settings.ts';
import { showList } from '../core/showList.ts';
import { shownTimes, type ShownTimes } from '../../shared/shownTimes.ts';

const words: Record<ShownTimes, { label: string; detail: string }> = {
  cpu: {
    label: '$(flame) CPU Time',
    detail: 'What a line takes of the CPU time',
  },
  waits: {
    label: '$(watch) Waits',
    detail: 'How long a request waits on a line, for a database, another server, a timer',
  },
  both: {
    label: '$(list-flat) Both',
    detail: 'Lines in the colour of the larger share: of the CPU time, or of the latency',
  },
};

/** Asks what lines are to show, and keeps it as the setting. */
export async function chooseTimes(): Promise<void> {
  const now = shownTimesSetting();
  const items = shownTimes.map((times) => ({
    ...{ times, ...words[times] },
    description: times === now ? 'now' : '',
  }));
  const chosen = await showList(items, {
    title: 'What lines show',
    placeHolder: 'CPU time, waits of requests, or both',
  });
  if (chosen) await setShownTimes(chosen.times);
}
