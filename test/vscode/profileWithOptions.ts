import type { VsCodePage } from '../support/vscodePage.ts';

/** Starts a run with the load that is asked for step by step; `launch` is what to choose where that is asked. */
export async function profileWithOptions(
  window: VsCodePage,
  { launch, path, seconds }: { launch?: string; path: string; seconds: number },
): Promise<void> {
  await window.command('Hotframe: Profile With Options…');
  if (launch !== undefined) await window.choose(launch);
  await window.choose('One request');
  await window.answer('(1/5)', path);
  await window.choose('GET');
  await window.answer('(4/5)', '10');
  await window.answer('(5/5)', String(seconds));
}
