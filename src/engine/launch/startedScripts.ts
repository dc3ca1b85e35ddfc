import { basename } from 'node:path';
import { pathBelow } from '../../shared/filePaths.ts';
import type { Target } from './target.ts';
import type { Hello } from '../processes/targetEvents.ts';

/** The first process of the target comes first. */
export function processStarts(target: Target): Hello[] {
  const isMain = (hello: Hello) => hello.pid === target.pid && hello.threadId === 0;
  return target.events.hellos.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)));
}

export function entryScripts(hellos: Hello[]): string[] {
  return [...new Set(hellos.flatMap((hello) => hello.argv[1] ?? []))];
}

/** The script of each pid, relative to the folder, or its name alone if it lies outside. */
export function scriptsOf(hellos: Hello[], cwd: string): Map<number, string> {
  return new Map(
    hellos
      .filter(({ threadId, argv }) => threadId === 0 && argv[1])
      .map(({ pid, argv }) => {
        const path = pathBelow(argv[1]!, cwd);
        return [pid, path ?? basename(argv[1]!)];
      }),
  );
}
