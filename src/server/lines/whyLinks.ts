import { CodeActionKind, type CodeAction, type Command } from 'vscode-languageserver/node';
import { whyCommand } from '../../shared/lspOptions.ts';
import { functionRef, type FunctionRef } from '../../shared/whyWire.ts';
import type { EditorFile } from './editorFiles.ts';
import type { HotLine } from './hotLines.ts';
import { escapeMarkdown } from '../core/markdown.ts';

/** Links from the editor to the panel "Why", for editors that have its command. */

/** A link for a hover. Names may contain anything, so they are only in the encoded argument. */
export function whyLink(words: string, of: FunctionRef): string {
  const argument = encodeURIComponent(JSON.stringify([functionRef(of)])).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `[${escapeMarkdown(words)}](command:${whyCommand}?${argument})`;
}

export function whyLens(title: string, of: FunctionRef): Command {
  return {
    title,
    tooltip: 'What V8 did with this function, why, and what people do about it',
    command: whyCommand,
    arguments: [functionRef(of)],
  };
}

/** Code actions for the functions whose marker or start is on the lines, in the current text. */
export function whyActions(
  { shown, file, placed }: EditorFile,
  hot: readonly HotLine[],
  first: number,
  last: number,
): CodeAction[] {
  const isThere = (line: number | null) => line !== null && line >= first && line <= last;
  const told = hot.flatMap(({ line, marked }) => (isThere(line) ? marked : []));
  const begun = shown
    .functionsOf(file)
    .filter(({ marker, line }) => marker !== null && isThere(placed.currentLine(line)));
  return [...new Set([...told, ...begun])]
    .filter(({ line }) => !placed.isStale(line))
    .map((each) => {
      const title = `Why is ${each.name} not optimized?`;
      return {
        title,
        kind: CodeActionKind.QuickFix,
        command: { title, command: whyCommand, arguments: [functionRef(each)] },
      };
    });
}
