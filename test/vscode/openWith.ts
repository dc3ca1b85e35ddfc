import type { VsCodePage } from '../support/vscodePage.ts';

/** Opens a file from the Explorer, with what VS Code itself opens it. */
export async function openByDefault(window: VsCodePage, name: string): Promise<void> {
  await window.page
    .locator('.explorer-folders-view .monaco-list-row')
    .filter({ hasText: name })
    .click();
  await window.until(`${name} has a tab`, async () =>
    (await window.tabs()).some((tab) => tab.includes(name)),
  );
}

/** Opens the file of the tab with Hotframe, and gives what was offered. */
export async function reopenWithHotframe(window: VsCodePage): Promise<string[]> {
  await window.command('View: Reopen Editor With...');
  const row = window.page
    .locator('.quick-input-list .monaco-list-row')
    .filter({ hasText: 'Hotframe' });
  await row.waitFor();
  const editors = await window.quickPickRows();
  await row.click();
  return editors;
}
