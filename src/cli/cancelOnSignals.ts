/** Windows has no SIGTERM, but SIGBREAK for Ctrl-Break and SIGHUP for a closed console. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

export const cancelledExitCode = 130;

/**
 * Turns the first Ctrl-C (or SIGTERM, SIGHUP) into an abort, so that the run can clean up. The
 * second one ends the process at once, and the engine's guard ends the rest.
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
