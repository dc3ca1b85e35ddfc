import * as vscode from 'vscode';
import { formatShare } from '../../shared/format.ts';
import type { EditorLine, ProfileSummary } from '../../shared/lspWire.ts';
import { lineNow, nextPlace, type Place } from './hotPlaces.ts';
import type { LanguageServer } from '../languageServer.ts';
import { editorColumn, openPlace } from '../openPlace.ts';
import { overlaySettings } from '../settings.ts';
import type { ShownProfile } from '../shownProfile.ts';

type ReportedLine = ProfileSummary['lines'][number];

/** Goes from hot line to hot line, across files, hottest first. */
export class HotLineNavigation {
  #last: { profile: ProfileSummary; index: number } | null = null;

  constructor(
    private readonly server: LanguageServer,
    private readonly profile: ShownProfile,
  ) {}

  async go(step: 1 | -1): Promise<void> {
    const profile = this.profile.current;
    if (!profile) return;
    const { minShare } = overlaySettings();
    const lines = profile.lines.filter(({ self, uri }) => self >= minShare && uri !== '');
    const places = await this.#placesNow(lines);
    const last = this.#last?.profile === profile ? this.#last.index : null;
    const index = nextPlace(places, cursorPlace(), last, step);
    if (index === null) {
      void vscode.window.showInformationMessage(
        `No line takes ${formatShare(minShare)} of the time or more (hotframe.minimumShare).`,
      );
      return;
    }
    this.#last = { profile, index };
    const { uri, line } = places[index]!;
    await openPlace(vscode.Uri.parse(uri), line, { viewColumn: editorColumn(), takeFocus: true });
    const { label } = lines[index]!;
    vscode.window.setStatusBarMessage(`Hot line ${index + 1} of ${lines.length}: ${label}`, 5_000);
  }

  async open(reported: ReportedLine): Promise<void> {
    const [place] = await this.#placesNow([reported]);
    if (!place) return;
    await openPlace(vscode.Uri.parse(place.uri), place.line, {
      viewColumn: editorColumn(),
      takeFocus: true,
    });
  }

  /** A place of the profile, where it is in the text as it is now. */
  async openPlace({ uri, line }: Place): Promise<void> {
    const parsed = vscode.Uri.parse(uri);
    const { line: now } = await this.server.ask('lineNow', { uri, line });
    await openPlace(parsed, now, { viewColumn: editorColumn(), takeFocus: true });
  }

  async #placesNow(lines: readonly ReportedLine[]): Promise<Place[]> {
    const uris = [...new Set(lines.map(({ uri }) => uri))];
    const answers = new Map<string, EditorLine[]>(
      await Promise.all(
        uris.map(
          async (uri) => [uri, (await this.server.ask('fileLines', { uri })).lines] as const,
        ),
      ),
    );
    return lines.map((each) => ({
      // As VS Code writes it.
      uri: vscode.Uri.parse(each.uri).toString(),
      line: lineNow(each, answers.get(each.uri) ?? []),
    }));
  }
}

function cursorPlace(): Place | null {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return null;
  return { uri: editor.document.uri.toString(), line: editor.selection.active.line + 1 };
}
