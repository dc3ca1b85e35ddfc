import { areaOfFile, areaOfSource } from '../source/fileArea.ts';
import { ScriptPositions } from '../source/scriptPositions.ts';
import { scriptPath } from '../text/scriptPath.ts';
import { foldersAround } from '../source/originalPath.ts';
import { NewerSources } from '../source/newerSources.ts';
import { loadSourceMap } from '../source/sourceMap.ts';
import type { SourceFiles } from '../source/sourceFiles.ts';

/** Larger scripts are treated as if they did not exist. */
const maxScriptLength = 50_000_000;
const maxNamed = 2;

/**
 * Texts of the scripts in another program's profile, with the source maps that they name. Such a
 * profile mostly has only their names, so the texts are those on disk now.
 */
export class ForeignScripts {
  /** Texts of the user's own files as they were when the profile was taken. */
  readonly sources = new Map<string, string>();
  readonly #scripts = new Map<string, ScriptPositions | null>();
  readonly #notes = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #newer: NewerSources;

  /** @param takenAtMs by the system's clock; files changed later are not what ran */
  constructor(
    private readonly files: SourceFiles,
    private readonly workspaceFolders: readonly string[],
    private readonly takenAtMs: number,
  ) {
    this.#newer = new NewerSources(files, takenAtMs);
  }

  /** Reads a script; `embedded` is its text if the profile includes it. */
  async read(url: string, embedded: string | undefined): Promise<void> {
    if (this.#scripts.has(url)) return;
    this.#scripts.set(url, null);
    const file = scriptFileOf(url);
    if (file === '' || file.startsWith('node:')) return;
    const text = embedded ?? (await this.files.read(file));
    if (text === null || text.length > maxScriptLength) return;
    const map = await loadSourceMap(file, text, this.files);
    const { area } = areaOfFile(file, this.workspaceFolders);
    if (typeof map === 'string' && area === 'app') this.#notes.add(map);
    const script = new ScriptPositions(
      file,
      text,
      typeof map === 'string' ? null : map,
      foldersAround(file, [...this.workspaceFolders], this.files),
      this.files,
    );
    this.#scripts.set(url, script);
    const isOfThen = embedded !== undefined || this.#isOlder(file);
    if (!isOfThen && area === 'app') this.#changed.add(file);
    for (const [original, content] of script.sources()) {
      if (areaOfSource(original, file, this.workspaceFolders).area !== 'app') continue;
      if (content !== null && (script.mapped || isOfThen)) this.sources.set(original, content);
      await this.#newer.add(file, original, content);
    }
  }

  /** By url; null if there is no text. */
  get all(): ReadonlyMap<string, ScriptPositions | null> {
    return this.#scripts;
  }

  /** Null if there is no text. */
  of(url: string): ScriptPositions | null {
    return this.#scripts.get(url) ?? null;
  }

  get newerSources(): ReadonlySet<string> {
    return this.#newer.files;
  }

  notes(): string[] {
    const changed = [...this.#changed].map((file) => file.replace(/^.*[\\/]/, ''));
    const named = changed.slice(0, maxNamed).join(', ');
    const more = changed.length - maxNamed;
    const are = changed.length === 1 ? 'has' : 'have';
    return [
      ...this.#newer.notes(this.workspaceFolders),
      ...this.#notes,
      ...(changed.length === 0
        ? []
        : [
            `${named}${more > 0 ? ` and ${more} more` : ''} ${are} changed since the profile was taken: lines may be off.`,
          ]),
    ];
  }

  #isOlder(file: string): boolean {
    const changedMs = this.files.changedMs(file);
    return changedMs !== null && changedMs <= this.takenAtMs;
  }
}

/** The file or url a profile means. Before Node.js 16, its own modules were named `fs.js`. */
export function scriptFileOf(url: string): string {
  if (/^(?:internal|v8)\/|^_?[a-z][a-z0-9_]*\.js$/.test(url)) {
    return `node:${url.replace(/\.js$/, '')}`;
  }
  return scriptPath(url);
}
