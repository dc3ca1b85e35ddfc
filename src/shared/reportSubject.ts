import { plainLine } from './plainText.ts';
import type { ProcessReport, RunPart } from './report.ts';

/** The folder that paths are shown from; empty where none is known. */
export function folderOfReport({ target, imported }: RunPart): string {
  return target?.cwd ?? imported?.folders[0] ?? '';
}

/** The threads that were sampled; empty where none is known. */
export function processesOf({ target, imported }: RunPart): readonly ProcessReport[] {
  return target?.processes ?? imported?.processes ?? [];
}

/** What was opened and what of it is not known, in a few words each; empty of a run. */
export function importedWords({ imported, sampling }: RunPart): string[] {
  if (!imported || !sampling) return [];
  const { format, tiers, lines = 'calls' } = sampling;
  const lineWords = {
    calls: [],
    innermost: ['lines known on top of the stack alone'],
    functions: ['functions known, lines not'],
  };
  return [
    format ?? 'profile',
    ...(tiers === false ? ['tiers not known'] : []),
    ...lineWords[lines],
    'load not known',
  ];
}

/** What a report is of, for people: the command, or the names of the files that were opened. */
export function titleOfReport({ target, imported }: RunPart): string | null {
  if (target) return plainLine(target.command.join(' '));
  const names = imported?.files.map((file) => file.replace(/^.*[\\/](?=[^\\/])/, '')) ?? [];
  const [first] = names.map(plainLine);
  if (first === undefined) return null;
  return names.length === 1 ? first : `${first} and ${names.length - 1} more`;
}
