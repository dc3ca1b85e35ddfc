import { awaitsAnswer } from '../../shared/awaitsAnswer.ts';
import { failureNotice } from './failureNotice.ts';
import { formatLatency, formatNumberOf, formatRate } from '../../shared/format.ts';
import type { LoadProgress } from '../../shared/loadWire.ts';
import type { ProfileSummary } from '../../shared/linesWire.ts';
import type { RunState } from '../../shared/runState.ts';

/** Shorter waits are not mentioned. */
const saidWaitS = 3;

/** The phase of a run, for the notification. `launchS`: how long the launch has taken. */
export function phaseText(state: RunState, progress: LoadProgress | null, launchS = 0): string {
  switch (state.phase) {
    case 'idle':
      return 'Launching the server…';
    case 'launching':
      if (launchS >= saidWaitS) {
        const what = state.found ?? 'the server';
        return `Waiting for ${what} to open a port, ${Math.floor(launchS)} s…`;
      }
      if (state.isAgain) return "Launching the server again, for V8's CPU profiler to sample it…";
      return state.found === undefined
        ? 'Launching the server…'
        : `Launching ${state.found}, which it starts…`;
    case 'attaching':
      return `Attaching to ${state.to}…`;
    case 'preparing':
      return `Sending ${formatNumberOf(state.requests, 'setup request')}…`;
    case 'warming':
      if (progress && awaitsAnswer(progress, state.durationS)) {
        return 'Waiting for the first answer of the server…';
      }
      return withFigures('Warming up', state.durationS, progress);
    case 'measuring':
      return withFigures('Measuring', state.durationS, progress);
    case 'learning':
      return 'Learning which lines cause what runs after awaits…';
    case 'growing':
      return 'Counting what stays in memory…';
    case 'stopping':
      return 'Stopping the server and reading the last samples…';
    case 'done':
      return 'Done';
    case 'failed':
      return 'Failed';
  }
}

function withFigures(phase: string, durationS: number, progress: LoadProgress | null): string {
  if (!progress) return `${phase} for ${durationS} s…`;
  const left = Math.max(0, Math.ceil(durationS - progress.elapsedMs / 1000));
  const words = progress.isWithoutLoad ? '' : `: ${figures(progress)}`;
  return `${phase}, ${left} s left${words}`;
}

/** `2 143 req/s, 4.61 ms`, with the number of errors. */
export function figures({ reqPerS, latencyMs, errors, non2xx }: LoadProgress): string {
  const words = [`${formatRate(reqPerS)} req/s`, formatLatency(latencyMs)];
  if (errors > 0) words.push(formatNumberOf(errors, 'error'));
  if (non2xx > 0) words.push(`${non2xx} not 2xx`);
  return words.join(', ');
}

export interface StatusText {
  text: string;
  tooltip: string;
  command:
    | 'hotframe.showComparison'
    | 'hotframe.stop'
    | 'hotframe.showFlamegraph'
    | 'hotframe.showFailure';
  isError: boolean;
}

/** The run's state as the status bar shows it; null: nothing to show. */
export function statusText(
  state: RunState,
  progress: LoadProgress | null,
  profile: ProfileSummary | null,
): StatusText | null {
  switch (state.phase) {
    case 'launching':
      return running('launching…', state, progress);
    case 'attaching':
      return running('attaching…', state, progress);
    case 'preparing':
      return running('setting up…', state, progress);
    case 'warming':
      return running('warming up…', state, progress);
    case 'measuring':
      return running(
        progress && !progress.isWithoutLoad ? figures(progress) : 'measuring…',
        state,
        progress,
      );
    case 'learning':
      return running('learning…', state, progress);
    case 'growing':
      return running('counting memory…', state, progress);
    case 'stopping':
      return running('stopping…', state, progress);
    case 'failed':
      if (state.failure.kind === 'cancelled') return shown(profile);
      return {
        text: '$(error) Hotframe: failed',
        tooltip: `${failureNotice(state.failure)}\n\nClick to see what to do.`,
        command: 'hotframe.showFailure',
        isError: true,
      };
    case 'idle':
    case 'done':
      return shown(profile);
  }
}

function running(words: string, state: RunState, progress: LoadProgress | null): StatusText {
  return {
    text: `$(loading~spin) Hotframe: ${words}`,
    tooltip: `${phaseText(state, progress)}\n\nClick to stop.`,
    command: 'hotframe.stop',
    isError: false,
  };
}

function shown(profile: ProfileSummary | null): StatusText | null {
  if (!profile) return null;
  const { load } = profile;
  const result = load
    ? `${formatRate(load.reqPerS.mean)} req/s, ${formatLatency(load.latencyMs.mean)}`
    : 'profile';
  return {
    text: `$(flame) ${result}`,
    tooltip: `Hotframe: ${profile.title}\n\nClick to show the flamegraph.`,
    command: 'hotframe.showFlamegraph',
    isError: false,
  };
}

/** Percent of the whole run for the notification's bar; launch and stop have no known duration. */
export function progressPercent(state: RunState, progress: LoadProgress | null): number {
  const done = (durationS: number) =>
    Math.min(1, (progress?.elapsedMs ?? 0) / 1000 / Math.max(durationS, 0.001));
  switch (state.phase) {
    case 'idle':
    case 'launching':
    case 'attaching':
      return 0;
    case 'preparing':
      return 5;
    case 'warming':
      return 5 + 10 * done(state.durationS);
    case 'measuring':
      return 15 + 75 * done(state.durationS);
    case 'learning':
    case 'growing':
    case 'stopping':
    case 'done':
    case 'failed':
      return 90;
  }
}
