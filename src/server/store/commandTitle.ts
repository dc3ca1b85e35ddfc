import { basename } from 'node:path';

/** `node server.js`, without folders. */
export function commandTitle(command: string[]): string {
  return command.map((part) => basename(part)).join(' ');
}
