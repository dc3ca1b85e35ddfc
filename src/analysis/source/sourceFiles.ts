/** The file system as this room needs it. The engine decides which files a profile may see. */
export interface SourceFiles {
  /** The text of a file, null if it can't be read. */
  read(path: string): Promise<string | null>;
  exists(path: string): boolean;
  /**
   * When a file was last changed, in milliseconds of the system's clock; null if it does not exist.
   */
  changedMs(path: string): number | null;
}
