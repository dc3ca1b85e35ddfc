import * as vscode from 'vscode';
import { formatShare } from '../../shared/format.ts';
import type { ProfileSummary } from '../../shared/linesWire.ts';
import { nextPlace, shownLines, type Place, type ShownOptions } from './hotPlaces.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { currentLine, editorColumn, openPlace } from '../panels/openPlace.ts';
import { overlaySettings } from '../core/settings.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';

/** Goes from hot line to hot line, across files, hottest first. */
export class HotLineNavigation {
  #last: { profile: ProfileSummary; index: number } | null = null;

  constructor(
    private readonly server: LanguageServer,
    private readonly profile: LoadedProfile,
  ) {}

  async go(step: 1 | -1): Promise<void> {
    const profile = this.profile.current;
    if (!profile) return;
    const overlay = overlaySettings();
    const lines = shownLines(profile, overlay);
    const cursor = cursorPlace();
    const places = await Promise.all(
      lines.map(({ uri, line }) => this.#besideCursor(line, vscode.Uri.parse(uri), cursor)),
    );
    const last = this.#last?.profile === profile ? this.#last.index : null;
    const index = nextPlace(places, cursor, last, step);
    if (index === null) {
      void vscode.window.showInformationMessage(nothingText(overlay));
      return;
    }
    this.#last = { profile, index };
    const { uri, line, label } = lines[index]!;
    await this.open({ uri, line });
    vscode.window.setStatusBarMessage(`Hot line ${index + 1} of ${lines.length}: ${label}`, 5_000);
  }

  async open({ uri, line }: Place): Promise<void> {
    const options = { viewColumn: editorColumn(), takeFocus: true };
    await openPlace({ uri: vscode.Uri.parse(uri), line }, options, this.server);
  }

  /** As the cursor's place is written: those in its file are where they are now, the others can't be at the cursor. */
  async #besideCursor(line: number, uri: vscode.Uri, cursor: Place | null): Promise<Place> {
    const text = uri.toString();
    const isBeside = text === cursor?.uri;
    return { uri: text, line: isBeside ? await currentLine({ uri, line }, this.server) : line };
  }
}

function nothingText({ minShare, times }: ShownOptions): string {
  return times === 'waits'
    ? 'The profile has no line at which requests wait, and only waits are shown (hotframe.hotLines.times).'
    : `No line takes ${formatShare(minShare)} of the time or more (hotframe.minimumShare).`;
}

function cursorPlace(): Place | null {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return null;
  return { uri: editor.document.uri.toString(), line: editor.selection.active.line + 1 };
}
