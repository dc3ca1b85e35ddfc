import { plainLine } from './plainText.ts';
import type { ProcessReport, RunPart } from './report.ts';

/** The folder that paths are shown from; empty if none is known. */
export function folderOfReport({ target, imported }: RunPart): string {
  return target?.cwd ?? imported?.folders[0] ?? '';
}

/** The threads that were sampled; empty if none is known. */
export function processesOf({ target, imported }: RunPart): readonly ProcessReport[] {
  return target?.processes ?? imported?.processes ?? [];
}

/**
 * The format of an opened file and the facts that it lacks, in a few words each; empty for a run.
 */
export function importedText({ imported, sampling }: RunPart): string[] {
  if (!imported || !sampling) return [];
  const { format, tiers, lines = 'calls' } = sampling;
  const lineText = {
    calls: [],
    innermost: ['lines known on top of the stack alone'],
    functions: ['functions known, lines not'],
  };
  return [
    format ?? 'profile',
    ...(tiers === false ? ['tiers not known'] : []),
    ...lineText[lines],
    'load not known',
  ];
}

/** The title of a report: the command, or the names of the opened files. */
export function titleOfReport({ target, imported }: RunPart): string | null {
  if (target) return plainLine(target.command.join(' '));
  const names = imported?.files.map((file) => file.replace(/^.*[\\/](?=[^\\/])/, '')) ?? [];
  const [first] = names.map(plainLine);
  if (first === undefined) return null;
  return names.length === 1 ? first : `${first} and ${names.length - 1} more`;
}
