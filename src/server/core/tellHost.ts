import type { Connection } from 'vscode-languageserver/node';
import { methodOf, type ParamsOf, type ServerNotifications } from '../../shared/lspWire.ts';

/** Sends the host a notification. Never throws, since the host may be gone. */
export async function tellHost<Name extends keyof ServerNotifications>(
  connection: Connection,
  name: Name,
  ...message: ParamsOf<ServerNotifications[Name]>
): Promise<void> {
  const method = methodOf(name);
  // An absent parameter must not be passed, or it would be sent.
  const sent =
    message.length === 0
      ? connection.sendNotification(method)
      : connection.sendNotification(method, message[0]);
  await sent.catch(() => undefined);
}
