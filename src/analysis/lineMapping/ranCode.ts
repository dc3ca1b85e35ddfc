import type { Profile } from '../profile/profile.ts';

/**
 * Detects code that changed between runs of one state, for example because somebody kept editing.
 */
export class RanCode {
  /** Texts of the first run that had the file. */
  readonly #texts = new Map<string, string>();

  /** Adds a run. Returns the user's files whose text differs from an earlier run's. */
  changedFiles({ functions, sources }: Pick<Profile, 'functions' | 'sources'>): string[] {
    const own = new Set(functions.filter(({ area }) => area === 'app').map(({ file }) => file));
    return [...own].filter((file) => {
      const text = sources.get(file);
      if (text === undefined) return false;
      const before = this.#texts.get(file);
      if (before === undefined) this.#texts.set(file, text);
      return before !== undefined && before !== text;
    });
  }
}
