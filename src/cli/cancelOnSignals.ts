/** Windows has SIGBREAK for Ctrl-Break and SIGHUP for a console that is closed, and no SIGTERM. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Exit code of a cancelled run. */
export const cancelledExitCode = 130;

/**
 * Turns the first Ctrl-C (or SIGTERM, SIGHUP) into an abort, so that the run can clean up; the
 * second one ends the process at once (the engine's guard then ends what is left).
 */
export function cancelOnSignals(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(cancelledExitCode);
    controller.abort();
  };
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
