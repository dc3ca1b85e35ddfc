import * as vscode from 'vscode';
import type { BenchRival } from '../../shared/bench.ts';
import { showList } from '../core/showList.ts';

/** How a function is measured. */
export interface BenchChoice {
  against: BenchRival | null;
  /** A module that exports the calls; null: the load's are recorded. */
  fixture: string | null;
}

const title = 'Benchmark This Function';

/** Asks what the function is compared with, and where its calls come from; null if the person gave up. */
export async function askBench(document: vscode.TextDocument, line: number) {
  const items = [
    {
      label: '$(dashboard) By itself',
      detail: 'time per call, with the arguments that the load passes to it',
      choose: () => Promise.resolve({ against: null, fixture: null }),
    },
    {
      label: '$(git-commit) Against the last commit',
      detail: 'whether it is faster than it was, and gives the same answers',
      choose: () => Promise.resolve({ against: lastCommit, fixture: null }),
    },
    {
      label: '$(symbol-function) Against another function of this file…',
      detail: 'which of two is faster on the same calls',
      choose: () => askOther(document, line),
    },
    {
      label: '$(file-code) By itself, with calls that a file exports…',
      detail:
        'for arguments that can’t be copied, such as sockets: export const calls = [{ args: […] }]',
      choose: async () => {
        const fixture = await askFixture();
        return fixture === null ? null : { against: null, fixture };
      },
    },
  ];
  const placeHolder = 'How is it measured?';
  const choice = await showList(items, { title, placeHolder });
  return (await choice?.choose()) ?? null;
}

const lastCommit: BenchRival = { kind: 'revision', revision: 'HEAD' };

async function askOther(document: vscode.TextDocument, line: number): Promise<BenchChoice | null> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  const items = functionsIn(symbols ?? []).filter((each) => each.line !== line);
  const placeHolder = 'Which function is it compared with?';
  const choice =
    items.length > 0
      ? await showList(items, { title, placeHolder })
      : await askLine(document.lineCount);
  if (!choice) return null;
  const rival = { kind: 'place', file: document.uri.fsPath, line: choice.line } as const;
  return { against: rival, fixture: null };
}

/** Without another extension that knows the functions of the file, a person does. */
async function askLine(lineCount: number): Promise<{ line: number } | null> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: 'The line of the function that it is compared with',
    validateInput: (typed) => {
      const line = Number(typed);
      const isLine = Number.isInteger(line) && line >= 1 && line <= lineCount;
      return isLine ? null : `A line of this file, 1 to ${lineCount}`;
    },
  });
  return text === undefined ? null : { line: Number(text) };
}

interface FunctionItem extends vscode.QuickPickItem {
  line: number;
}

const kinds = [vscode.SymbolKind.Function, vscode.SymbolKind.Method, vscode.SymbolKind.Constructor];

function functionsIn(symbols: readonly vscode.DocumentSymbol[]): FunctionItem[] {
  return symbols.flatMap((each) => {
    const line = each.selectionRange.start.line + 1;
    const own = kinds.includes(each.kind)
      ? [{ label: each.name, description: `line ${line}`, line }]
      : [];
    return [...own, ...functionsIn(each.children)];
  });
}

/** The path of a module that exports calls; null if the person gave up. */
export async function askFixture(): Promise<string | null> {
  const files = await vscode.window.showOpenDialog({
    title: 'Benchmark: the file that exports calls',
    filters: { JavaScript: ['js', 'mjs', 'cjs'] },
  });
  return files?.[0]?.fsPath ?? null;
}

/** The path for a benchmark of a function of the file; null if the person gave up. */
export async function askBenchmarkFile(file: string): Promise<string | null> {
  const defaultUri = vscode.Uri.file(file.replace(/\.\w+$/, '') + '.bench.mjs');
  const saved = await vscode.window.showSaveDialog({
    title: 'Benchmark: the file to write, with its calls beside it',
    filters: { JavaScript: ['mjs'] },
    defaultUri,
  });
  return saved?.fsPath ?? null;
}
