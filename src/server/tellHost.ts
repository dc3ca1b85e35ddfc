import type { Connection } from 'vscode-languageserver/node';
import { methodOf, type ParamsOf, type ServerNotifications } from '../shared/lspWire.ts';

/** Sends the host a notification. Never throws: a host that is gone has no use for it. */
export async function tellHost<Name extends keyof ServerNotifications>(
  connection: Connection,
  name: Name,
  ...message: ParamsOf<ServerNotifications[Name]>
): Promise<void> {
  const method = methodOf(name);
  // An absent message would be sent as one.
  const sent =
    message.length === 0
      ? connection.sendNotification(method)
      : connection.sendNotification(method, message[0]);
  await sent.catch(() => undefined);
}
