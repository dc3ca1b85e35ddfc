import { basename, relative } from 'node:path';
import type { NodeProcess } from '../../shared/attach.ts';

/** As much as leaves room for the id and the ports in the list. */
const maxLength = 52;
/** Options that load something before the script, such as the compiler of `tsx`; their value is the next word. */
const preloads = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader']);

/** What a process runs, to tell it from others: `node src/server.ts`, from its folder, without what is loaded before. */
export function processLabel({ command, cwd }: Pick<NodeProcess, 'command' | 'cwd'>): string {
  const [program = '', ...words] = command.split(' ');
  const told = words.filter(
    (word, at) => !preloads.has(word.split('=')[0]!) && !preloads.has(words[at - 1] ?? ''),
  );
  const plain = told.map((word) =>
    cwd !== '' && word.startsWith(`${cwd}/`) ? relative(cwd, word) : word,
  );
  const label = [basename(program), ...plain].join(' ');
  return label.length <= maxLength ? label : `${label.slice(0, maxLength - 1)}…`;
}
