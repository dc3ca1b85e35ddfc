/**
 * The file system as far as this room needs it, and a profile may use it: the engine says what there
 * is to be seen.
 */
export interface SourceFiles {
  /** The text of a file, or null where it can't be read. */
  read(path: string): Promise<string | null>;
  exists(path: string): boolean;
  /** When a file was last changed, in milliseconds of the system's clock; null where there is none. */
  changedMs(path: string): number | null;
}
