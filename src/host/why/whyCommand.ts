import * as vscode from 'vscode';
import { formatShare } from '../../shared/format.ts';
import {
  functionRef,
  readFunctionRef,
  tiersNotKnown,
  type FunctionRef,
  type Why,
  type WhySubject,
} from '../../shared/whyWire.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { showList } from '../core/showList.ts';
import { offerProfile } from '../panels/offerProfile.ts';
import type { WhyPanel } from './whyPanel.ts';

/** `Why Is It Not Optimized?`: of a function that is given, of the one at the cursor, or of one that is chosen. */
export class WhyCommand {
  constructor(
    private readonly server: LanguageServer,
    private readonly panel: WhyPanel,
  ) {}

  /**
   * @param argument a `FunctionRef` of a link, a row of the tree with one as `of`, or the line whose
   *   icon has the menu
   */
  async run(argument: unknown): Promise<void> {
    const given = subjectOf(argument);
    return given ? this.show(given) : this.#ofCursor();
  }

  async show(subject: WhySubject): Promise<void> {
    await this.panel.show((await this.server.ask('why', { subject })).why);
  }

  async #ofCursor(): Promise<void> {
    const { why } = await this.server.ask('why', { subject: cursorSubject() });
    switch (why.kind) {
      case 'function':
        return this.panel.show(why);
      case 'no-profile':
        return void offerProfile();
      case 'no-function':
      case 'no-samples': {
        const of = await this.#pick(why);
        if (of) await this.show({ kind: 'function', of });
      }
    }
  }

  async #pick(
    why: Extract<Why, { kind: 'no-function' | 'no-samples' }>,
  ): Promise<FunctionRef | null> {
    const { marked, areTiersKnown } = why;
    const nothing = why.kind === 'no-samples' ? `No sample of this run was in ${why.of.name}.` : '';
    if (marked.length === 0) {
      const words = areTiersKnown ? nothingMarked : tiersNotKnown;
      void vscode.window.showInformationMessage(`${nothing} ${words}`.trim());
      return null;
    }
    const items = marked.map((each) => ({
      label: each.name,
      description: `${formatShare(each.price)} of the time`,
      detail: `${placeText(each)}: ${each.reason}`,
      of: functionRef(each),
    }));
    const placeHolder = `${nothing} Functions that are not optimized, dearest first`.trim();
    const title = 'Why Is It Not Optimized?';
    const options = { title, placeHolder, matchOnDescription: true, matchOnDetail: true };
    return (await showList(items, options))?.of ?? null;
  }
}

const nothingMarked =
  'No function of this run is marked as not optimized. Put the cursor into a function with samples to see the tiers that it ran in.';

function subjectOf(argument: unknown): WhySubject | null {
  if (typeof argument !== 'object' || argument === null) return null;
  const { lineNumber, uri } = argument as { lineNumber?: unknown; uri?: unknown };
  if (typeof lineNumber === 'number' && uri instanceof vscode.Uri) {
    return { kind: 'line', uri: uri.toString(), line: lineNumber };
  }
  const of = readFunctionRef('of' in argument ? argument.of : argument);
  return of && { kind: 'function', of };
}

/** The line of the editor that has the cursor; without one, nothing. */
function cursorSubject(): WhySubject {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return { kind: 'none' };
  const line = editor.selection.active.line + 1;
  return { kind: 'line', uri: editor.document.uri.toString(), line };
}

function placeText({ file, line }: FunctionRef): string {
  if (file === '') return 'no file';
  const path = file.startsWith('node:') ? file : vscode.workspace.asRelativePath(file);
  return `${path}:${line}`;
}
