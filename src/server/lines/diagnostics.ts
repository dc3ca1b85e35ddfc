import { DiagnosticSeverity, type Connection, type Diagnostic } from 'vscode-languageserver/node';
import { findingTitle, type Finding } from '../../shared/finding.ts';
import { formatShare } from '../../shared/format.ts';
import type { OverlayOptions } from '../../shared/lspOptions.ts';
import type { FunctionReport } from '../../shared/report.ts';
import type { EditorFile, EditorFiles } from './editorFiles.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';

/**
 * Publishes hints at functions that V8 did not optimize, or deoptimized repeatedly, and if asked for, findings as
 * information.
 */
export class Diagnostics {
  readonly #published = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly currentProfile: CurrentProfile,
    private readonly files: EditorFiles,
    private readonly overlay: () => OverlayOptions,
  ) {}

  publishAll(): void {
    const { current } = this.currentProfile;
    const { diagnostics, findingDiagnostics } = this.overlay();
    const marked = (current?.files() ?? []).filter(
      (file) =>
        (diagnostics && markedIn(current!, file).length > 0) ||
        (findingDiagnostics && findingsIn(current!, file).length > 0),
    );
    const uris = new Set(marked.map((file) => this.files.uriOf(file)));
    for (const uri of this.#published) if (!uris.has(uri)) this.#send(uri, []);
    for (const uri of uris) this.publish(uri);
  }

  publish(uri: string): void {
    const { diagnostics, findingDiagnostics } = this.overlay();
    const file = diagnostics || findingDiagnostics ? this.files.find(uri) : null;
    const found = file
      ? [
          ...(diagnostics ? diagnosticsOf(file) : []),
          ...(findingDiagnostics ? findingDiagnosticsOf(file) : []),
        ]
      : [];
    if (found.length > 0 || this.#published.has(uri)) this.#send(uri, found);
  }

  #send(uri: string, diagnostics: Diagnostic[]): void {
    if (diagnostics.length > 0) this.#published.add(uri);
    else this.#published.delete(uri);
    this.connection.sendDiagnostics({ uri, diagnostics }).catch(() => undefined);
  }
}

function markedIn(shown: EditorFile['shown'], file: string): FunctionReport[] {
  return shown
    .functionsOf(file)
    .filter(({ marker, area, line }) => marker !== null && area === 'app' && line > 0);
}

function findingsIn(shown: EditorFile['shown'], file: string): Finding[] {
  return (shown.report.findings ?? []).filter((each) => each.file === file && each.line !== null);
}

/** One for each finding. Those of functions that changed since the run are left out. */
function findingDiagnosticsOf({ shown, file, lines, placed }: EditorFile): Diagnostic[] {
  return findingsIn(shown, file).flatMap((finding) => {
    const line = placed.currentLine(finding.line!);
    if (line === null || placed.isStale(finding.line!)) return [];
    const text = lines[line - 1] ?? '';
    const start = { line: line - 1, character: text.length - text.trimStart().length };
    return [
      {
        range: { start, end: { line: line - 1, character: text.length } },
        severity: DiagnosticSeverity.Information,
        ...{ source: 'Hotframe', code: finding.kind },
        message: `${findingTitle(finding)}: ${finding.text} ${finding.next}`,
      },
    ];
  });
}

/** One for each marked function. Functions that changed since the run get none. */
function diagnosticsOf({ shown, file, lines, placed }: EditorFile): Diagnostic[] {
  return markedIn(shown, file).flatMap((each) => {
    const line = placed.currentLine(each.line);
    if (line === null || placed.isStale(each.line)) return [];
    const at = nameIn(lines[line - 1] ?? '', each.name);
    return [
      {
        range: {
          start: { line: line - 1, character: at.start },
          end: { line: line - 1, character: at.end },
        },
        severity: DiagnosticSeverity.Hint,
        source: 'Hotframe',
        code: each.marker ?? '',
        message: messageOf(each),
      },
    ];
  });
}

/** The name's range in its line, else the whole line: editors may underline only the start. */
function nameIn(text: string, name: string): { start: number; end: number } {
  const last = name.split(/[. ]/).at(-1) ?? '';
  const escaped = last.replaceAll('$', String.raw`\$`);
  const found = /^[\w$#]+$/.test(last)
    ? new RegExp(`(?<![\\w$#])${escaped}(?![\\w$])`).exec(text)
    : null;
  if (found) return { start: found.index, end: found.index + last.length };
  return { start: text.length - text.trimStart().length, end: text.length };
}

function messageOf(each: FunctionReport): string {
  const what = each.marker === 'deopt-loop' ? 'V8 gives up on it again and again' : 'not optimized';
  const reason = each.reason ? `: ${each.reason}` : '';
  return `${each.name}, ${formatShare(each.self)} of the time: ${what}${reason}`;
}
