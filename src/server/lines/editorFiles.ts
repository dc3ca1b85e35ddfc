import { TextDocuments, type Connection } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { RanText, type PlacedLines } from '../../analysis/lineMapping/placeLines.ts';
import { pathOfUri, uriOfPath } from '../core/fileUris.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';
import type { LoadedProfile } from '../profile/loadedProfile.ts';
import { tellHost } from '../core/tellHost.ts';

/** A file of the profile as it is in the editor, or on disk if it is not open. */
export interface EditorFile {
  shown: LoadedProfile;
  file: string;
  uri: string;
  lines: string[];
  placed: PlacedLines;
}

/** Delay after a change, so that fast typing does not map the whole file at each key. */
const changeDelayMs = 50;

/** The editor's documents, and the positions in them of the lines that ran. */
export class EditorFiles {
  readonly #documents = new TextDocuments(TextDocument);
  readonly #placed = new Map<string, EditorFile & { version: number }>();
  readonly #ran = new Map<string, RanText>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #listeners: ((uri: string) => void)[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly currentProfile: CurrentProfile,
  ) {
    currentProfile.onDidChange(() => {
      this.#placed.clear();
      this.#ran.clear();
    });
    this.#documents.onDidChangeContent(({ document }) => this.#changed(document.uri));
    this.#documents.onDidClose(({ document }) => {
      this.#placed.delete(document.uri);
      this.#changed(document.uri);
    });
  }

  listen(): void {
    this.#documents.listen(this.connection);
  }

  /** Called when the text of a profiled document changed, or it was opened or closed. */
  onDidChange(listener: (uri: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Returns null if the profile has neither time in the file nor its text, or the file is gone. */
  find(uri: string): EditorFile | null {
    const shown = this.currentProfile.current;
    const path = pathOfUri(uri);
    const file = shown && path !== null ? shown.fileOf(path) : null;
    if (!shown || file === null) return null;
    const document = this.#documents.get(uri);
    const known = this.#placed.get(uri);
    if (document && known?.version === document.version && known.shown === shown) return known;
    // Files on disk are not cached, since nothing reports their changes.
    const text = this.#textNow(uri, file);
    if (text === null) return null;
    const placed = this.#ranText(shown, file).place(text);
    const found = { shown, file, uri, lines: text.split(/\r\n|[\n\r]/), placed };
    if (document) this.#placed.set(uri, { ...found, version: document.version });
    return found;
  }

  /** Maps the lines of another text of the file to its current one; null if the file is gone. */
  place(uri: string, ran: string): PlacedLines | null {
    const path = pathOfUri(uri);
    const text = path === null ? null : this.#textNow(uri, path);
    return text === null ? null : new RanText(ran, []).place(text);
  }

  document(uri: string): TextDocument | null {
    return this.#documents.get(uri) ?? null;
  }

  openUris(): string[] {
    return this.#documents.keys();
  }

  onDidClose(listener: (uri: string) => void): void {
    this.#documents.onDidClose(({ document }) => listener(document.uri));
  }

  /** The uri under which a file is open in the editor, else its own. */
  uriOf(file: string): string {
    const open = this.#documents.all().find(({ uri }) => {
      const path = pathOfUri(uri);
      return path !== null && this.currentProfile.current?.fileOf(path) === file;
    });
    return open?.uri ?? uriOfPath(file);
  }

  #textNow(uri: string, file: string): string | null {
    return (
      this.#documents.get(uri)?.getText() ?? this.currentProfile.current?.textNow(file) ?? null
    );
  }

  #ranText({ profile }: LoadedProfile, file: string): RanText {
    let ran = this.#ran.get(file);
    if (!ran) {
      const functions = profile.functions.filter((each) => each.file === file);
      ran = new RanText(profile.sources.get(file) ?? null, functions);
      this.#ran.set(file, ran);
    }
    return ran;
  }

  #changed(uri: string): void {
    const path = pathOfUri(uri);
    if (path === null || !this.currentProfile.current?.fileOf(path)) return;
    clearTimeout(this.#timers.get(uri));
    const timer = setTimeout(() => {
      this.#timers.delete(uri);
      void tellHost(this.connection, 'fileLinesChanged', { uri });
      for (const listener of this.#listeners) listener(uri);
    }, changeDelayMs);
    this.#timers.set(uri, timer);
  }
}
