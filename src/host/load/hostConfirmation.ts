import * as vscode from 'vscode';
import { isHostTyped } from '../../shared/hostName.ts';
import type { LanguageServer } from '../core/languageServer.ts';

/** `host` is what the person typed for this run; null if the load stays on this machine. */
export interface Confirmation {
  host: string | null;
}

/**
 * Makes the person type the name of another machine before it is loaded. Each run asks again;
 * nothing is stored. Null if the person gave up.
 */
export async function confirmHost(
  url: string,
  server: LanguageServer,
): Promise<Confirmation | null> {
  // A path alone belongs to the launched server.
  if (url.startsWith('/')) return { host: null };
  const { host } = await server.ask('otherHost', { url });
  if (host === null) return { host: null };
  const what = `Load will be sent to ${host}, which is not this machine.`;
  const typed = await vscode.window.showInputBox({
    title: 'Profile Server: Another Machine',
    prompt: `${what} Type its name to go on. Escape cancels.`,
    placeHolder: host,
    ignoreFocusOut: true,
    validateInput: (text) =>
      // The problem replaces the prompt, so it repeats its words.
      text === '' || isHostTyped(host, text) ? null : `${what} To go on, type ${host}`,
  });
  return typed !== undefined && isHostTyped(host, typed) ? { host: typed } : null;
}
