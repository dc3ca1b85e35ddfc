import { formatUrl } from './format.ts';

/** What sentences of the engine call by the options of the command line, as it is called in the editor. */
const namesHere: readonly [RegExp, string][] = [
  [/ with --start-timeout\b/g, ' by the setting hotframe.startTimeout'],
  [/say so with --confirm-host \S+, or/g, 'run again and type its name, or'],
  [/ Say which one to load with --url and its whole URL\./g, ' Choose the one to load.'],
  [/ with --(?:url|cwd|node)\b/g, ''],
  [/ Measure for longer, with -d (\d+)\./g, ' Measure for $1 s to have enough of them.'],
  [/ If an answer may take so long, allow it with --timeout\./g, ''],
  [/, or allow more time with --timeout\b/g, ''],
  [/ allow more time with -d and --timeout, or\b/g, ' measure for longer, or'],
  [/--url: the server/g, 'the path: the server'],
  [/--header: the server/g, 'the headers: the server'],
  [/--url, --method, --header and --body/g, 'the path, method and body'],
  [/, for example `hotframe run -- node server\.js`/g, ', for example `node server.js`'],
  [/ Say how with --build, for example --build 'npm run build'\./g, ' Say how to build it.'],
  [/ Give another build with --build, or/g, ' Change the build command, or'],
  [/ \(--url(?: \S+)? chooses another\)/g, ''],
  [/, as does a longer --interval\b/g, ''],
  [/ \(-c \d+\)/g, ''],
  [/ asked for \(--rate\)/g, ' asked for'],
];

/** A sentence of a failure or a note as a person in the editor understands it. */
export function editorWords(sentence: string): string {
  const words = namesHere.reduce((text, [name, here]) => text.replace(name, here), sentence);
  // What ends a part of the sentence is none of the URL.
  return words.replaceAll(/https?:\/\/unix:\S+?(?=[.,;:]?(?:\s|$))/g, formatUrl);
}
