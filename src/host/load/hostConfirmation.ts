import * as vscode from 'vscode';
import { isHostTyped } from '../../shared/hostName.ts';
import type { LanguageServer } from '../languageServer.ts';

/** `host`: what the person has typed for this one run; null: the load stays on this machine. */
export interface Confirmation {
  host: string | null;
}

/**
 * Lets the person type the name of another machine before it is loaded. Nothing of it is kept: each
 * run asks. Null where the person gave up.
 */
export async function confirmHost(
  url: string,
  server: LanguageServer,
): Promise<Confirmation | null> {
  // A path is of the server that is launched.
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
      // Stands in the place of the prompt.
      text === '' || isHostTyped(host, text) ? null : `${what} To go on, type ${host}`,
  });
  return typed !== undefined && isHostTyped(host, typed) ? { host: typed } : null;
}
