import type { RunPart } from '../../src/shared/report.ts';
import { formatNumberOf } from '../../src/shared/format.ts';
import { processName, processWork } from '../../src/shared/processText.ts';
import { processesOf } from '../../src/shared/reportSubject.ts';
import { element } from '../elements/element.ts';

/** Only the busiest are offered: more would be too many to choose from. */
const maxOffered = 40;

/**
 * Chooses whose samples are shown, if a server has several processes or threads; else null.
 * @param onChoose gets indexes into `target.processes`, null for all
 */
export function processPicker(
  report: RunPart,
  chosen: readonly number[] | undefined,
  onChoose: (processes: number[] | null) => void,
): HTMLSelectElement | null {
  const processes = processesOf(report);
  if (processes.length < 2) return null;
  const all = formatNumberOf(processes.length, 'process or thread', 'processes and threads');
  const select = element(
    'select',
    {
      class: 'process-picker',
      title: 'Show the samples of one process or thread: all shares are then of its own time',
      attributes: { 'aria-label': 'Processes and threads shown' },
    },
    element('option', { text: `All ${all}`, attributes: { value: '' } }),
    ...processes
      .map((process, index) => ({ process, index }))
      .sort((a, b) => (b.process.onCpu ?? 0) - (a.process.onCpu ?? 0))
      .slice(0, maxOffered)
      .map(({ process, index }) => {
        const words = [processName(process), processWork(process, report)].filter(Boolean);
        const text = words.join(' · ');
        return element('option', {
          text: text[0]!.toUpperCase() + text.slice(1),
          attributes: { value: String(index) },
        });
      }),
  );
  select.value = chosen?.length === 1 ? String(chosen[0]) : '';
  select.addEventListener('change', () => {
    onChoose(select.value === '' ? null : [Number(select.value)]);
  });
  return select;
}
