import type { VsCodePage } from '../support/vscodePage.ts';

/** Starts a run with the load that is asked for step by step; `launch` is what to choose where that is asked. */
export async function profileWithOptions(
  window: VsCodePage,
  options: { launch?: string; path: string; connections?: number; seconds: number },
): Promise<void> {
  // One connection leaves the window a CPU.
  const { launch, path, connections = 1, seconds } = options;
  await window.command('Hotframe: Profile With Options…');
  if (launch !== undefined) await window.choose(launch);
  await window.choose('One request');
  await window.answer('(1/5)', path);
  await window.choose('GET');
  await window.answer('(4/5)', String(connections));
  await window.answer('(5/5)', String(seconds));
}
