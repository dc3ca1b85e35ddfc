import { awaitsAnswer } from '../../shared/awaitsAnswer.ts';
import type { LoadProgress } from '../../shared/loadWire.ts';
import type { RunState } from '../../shared/runState.ts';
import {
  formatCount,
  formatDuration,
  formatLatency,
  formatNumberOf,
  formatRate,
} from '../../shared/format.ts';
import { plainLine } from '../../shared/plainText.ts';
import { cutEnd, padEnd } from './displayText.ts';

const barColumns = 20;
/** Shorter waits are not mentioned. */
const saidWaitMs = 3000;

/** The current state as one line; empty if there is nothing to say. */
export function progressLine(
  state: RunState,
  command: string[],
  progress: LoadProgress | null,
  columns: number,
  hasBar: boolean,
  /** Duration of the launch so far. */
  launchMs = 0,
): string {
  switch (state.phase) {
    case 'launching':
      if (launchMs >= saidWaitMs) {
        const what = plainLine(state.found ?? command.join(' '));
        const waited = formatDuration(Math.floor(launchMs / 1000) * 1000);
        return cutEnd(`Waiting for a port to open, ${waited}: ${what}`, columns);
      }
      if (state.isAgain) {
        return cutEnd(
          "Launching again: V8's log can't be believed, its CPU profiler samples",
          columns,
        );
      }
      return state.found === undefined
        ? cutEnd(plainLine(`Launching ${command.join(' ')}`), columns)
        : cutEnd(plainLine(`Launching ${state.found}, which it starts`), columns);
    case 'attaching':
      return plainLine(`Attaching to ${state.to}`);
    case 'preparing':
      return `Sending ${formatNumberOf(state.requests, 'setup request')}`;
    case 'warming':
      if (progress && awaitsAnswer(progress, state.durationS)) {
        return cutEnd(
          `Waiting for the first answer for ${formatDuration(progress.elapsedMs)}`,
          columns,
        );
      }
      return cutEnd(loadLine('Warming up', state.durationS, progress, hasBar), columns);
    case 'measuring':
      return cutEnd(loadLine('Measuring', state.durationS, progress, hasBar), columns);
    case 'learning':
      return `Learning what runs after awaits for ${formatDuration(state.durationS * 1000)}`;
    case 'growing':
      return `Counting what stays in memory for ${formatDuration(state.durationS * 1000)}`;
    case 'stopping':
      return 'Stopping';
    case 'idle':
    case 'done':
    case 'failed':
      return '';
  }
}

function loadLine(
  phase: string,
  durationS: number,
  progress: LoadProgress | null,
  hasBar: boolean,
): string {
  if (!progress && !hasBar) return `${phase} for ${formatDuration(durationS * 1000)}`;
  const elapsedS = Math.min((progress?.elapsedMs ?? 0) / 1000, durationS);
  const filled = Math.round((elapsedS / durationS) * barColumns);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barColumns - filled)}`;
  const parts = [
    padEnd(phase, 'Warming up'.length),
    `${hasBar ? `${bar} ` : ''}${formatCount(Math.floor(elapsedS)).padStart(String(Math.floor(durationS)).length)}/${formatDuration(durationS * 1000)}`,
  ];
  if (progress && !progress.isWithoutLoad) parts.push(loadFigures(progress));
  return parts.join('  ');
}

function loadFigures(progress: LoadProgress): string {
  const figures = [
    `${formatRate(progress.reqPerS).padStart(7)} req/s`,
    formatLatency(progress.latencyMs).padStart(7),
    formatNumberOf(progress.errors, 'error'),
  ];
  if (progress.non2xx > 0) figures.push(`${formatCount(progress.non2xx)} not 2xx`);
  return figures.join('  ');
}
