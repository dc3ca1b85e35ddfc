import { fileBelow } from './filePaths.ts';

/** The properties of a frame that a search looks at. */
export interface Searchable {
  name: string;
  file: string;
  package: string;
}

/**
 * The one rule of the flamegraph's search, for the view (which frames light up) and for the owner
 * of the profile (which share of all samples): the text as it stands, whatever its case, anywhere
 * in the name, the package or the file's path below the base folder. It is no regular expression,
 * because names such as `parse (eval)` are common. An empty text matches nothing.
 */
export function frameMatcher(text: string, baseFolder: string): (frame: Searchable) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return () => false;
  return (frame) =>
    frame.name.toLowerCase().includes(wanted) ||
    frame.package.toLowerCase().includes(wanted) ||
    fileBelow(frame.file, baseFolder).toLowerCase().includes(wanted);
}
