import type { NodeProcess } from '../../shared/attach.ts';
import { fileBelow } from '../../shared/filePaths.ts';

/** As much as leaves room for the id and the ports in the list. */
const maxLength = 52;

/** What a process runs, to tell it from others: `node src/server.ts`, from its folder and in one line. */
export function processLabel({ command, cwd }: Pick<NodeProcess, 'command' | 'cwd'>): string {
  const words = command.split(/\s+/).map((word) => fileBelow(word, cwd));
  const label = words.join(' ');
  return label.length <= maxLength ? label : `${label.slice(0, maxLength - 1)}…`;
}
