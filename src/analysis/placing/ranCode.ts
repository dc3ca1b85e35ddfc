import type { Profile } from '../profile/profile.ts';

/** The code of a state by what ran of it: where somebody goes on typing, later runs are of other code. */
export class RanCode {
  /** Of the first run that had the file. */
  readonly #texts = new Map<string, string>();

  /** Takes in a run; gives the files of the user's code that are not as they were in an earlier one. */
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
