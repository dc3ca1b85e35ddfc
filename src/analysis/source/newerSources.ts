import { pathBelow } from '../../shared/filePaths.ts';
import type { SourceFiles } from './sourceFiles.ts';

/** A source that changed after the script that ran was built from it. */
interface NewerSource {
  source: string;
  script: string;
  /** Whether the built text is known, so that its lines can be found in the current text. */
  isTextKnown: boolean;
}

const maxNamed = 2;

/** Finds sources that are newer than the build that ran. */
export class NewerSources {
  readonly #found = new Map<string, NewerSource>();

  /**
   * @param startedAtMs when the target started, by the system's clock; later changes are ignored
   */
  constructor(
    private readonly disk: SourceFiles,
    private readonly startedAtMs: number,
  ) {}

  /** @param built the text that the script was built from, null if its map does not include it */
  async add(script: string, source: string, built: string | null): Promise<void> {
    if (source === script || this.#found.has(source)) return;
    const builtMs = this.disk.changedMs(script);
    const changedMs = this.disk.changedMs(source);
    if (builtMs === null || changedMs === null) return;
    if (changedMs <= builtMs || changedMs >= this.startedAtMs) return;
    // A checkout or a touch makes a file newer, too.
    if (built !== null && isSameText(await this.disk.read(source), built)) return;
    this.#found.set(source, { source, script, isTextKnown: built !== null });
  }

  get files(): ReadonlySet<string> {
    return new Set(this.#found.keys());
  }

  /** Sentences for the report. Paths below the folders are shortened. */
  notes(folders: readonly string[]): string[] {
    const short = (path: string) => shortPath(path, folders);
    const notesOf = (isTextKnown: boolean, consequence: string): string[] => {
      const all = [...this.#found.values()].filter((each) => each.isTextKnown === isTextKnown);
      if (all.length === 0) return [];
      const are = all.length === 1 ? 'is' : 'are';
      const sources = listed(all.map(({ source }) => short(source)));
      const scripts = listed([...new Set(all.map(({ script }) => short(script)))]);
      return [`${sources} ${are} newer than the build that ran (${scripts}): ${consequence}`];
    };
    return [
      ...notesOf(false, 'build first, or lines may be off.'),
      ...notesOf(true, 'what was measured is the older text. Build first to measure the new one.'),
    ];
  }
}

/** Line breaks differ between checkouts. */
function isSameText(now: string | null, built: string): boolean {
  const normal = (text: string) => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  return now === null || normal(now) === normal(built);
}

function listed(paths: string[]): string {
  const named = paths.slice(0, maxNamed).join(', ');
  const more = paths.length - maxNamed;
  return more > 0 ? `${named} and ${more} more` : named.replace(', ', ' and ');
}

function shortPath(path: string, folders: readonly string[]): string {
  const [shortest] = folders
    .flatMap((each) => pathBelow(path, each) ?? [])
    .sort((a, b) => a.length - b.length);
  return shortest ?? path;
}
