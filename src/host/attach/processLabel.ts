import type { NodeProcess } from '../../shared/attach.ts';
import { fileBelow } from '../../shared/filePaths.ts';

/** Leaves room for the id and the ports in the list. */
const maxLength = 52;

/** The command of a process in one line, to tell it from others: `node src/server.ts`, relative to its folder. */
export function processLabel({ command, cwd }: Pick<NodeProcess, 'command' | 'cwd'>): string {
  const words = command.split(/\s+/).map((word) => fileBelow(word, cwd));
  const label = words.join(' ');
  return label.length <= maxLength ? label : `${label.slice(0, maxLength - 1)}…`;
}
