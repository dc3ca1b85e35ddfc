import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { LoadRequest } from '../../shared/runOptions.ts';
import { problemText, type OfferedRequest } from '../../shared/scenario.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { showList } from '../core/showList.ts';
import { sayProblem } from './scenarios.ts';

/** `one` is a request that further steps ask for. */
export type RequestSource = { kind: 'one' } | { kind: 'file'; requests: LoadRequest[] };

/** Folders that hold other people's files or build output. */
const excluded = '**/{node_modules,.git,dist,build}/**';
const maxFiles = 30;
const title = 'Profile With Options';

interface SourceItem extends vscode.QuickPickItem {
  file?: vscode.Uri;
  isOne?: boolean;
}

/** Asks where the requests come from; null if the person gave up. */
export async function askRequestSource(
  folder: vscode.WorkspaceFolder,
  server: LanguageServer,
): Promise<RequestSource | null> {
  const files = await requestFiles(folder);
  const items: SourceItem[] = [
    { label: '$(link) One request', detail: 'A path, with a method and a body', isOne: true },
    ...files.map((file) => ({
      label: `$(file) ${relative(folder.uri.fsPath, file.fsPath)}`,
      detail: 'Choose among its requests',
      file,
    })),
    {
      label: '$(folder-opened) Another file of requests…',
      detail: 'A recording of the browser (HAR), a .http file or an OpenAPI document',
    },
  ];
  const choice = await showList(items, {
    title,
    placeHolder: 'What is sent to the server?',
  });
  if (!choice) return null;
  if (choice.isOne) return { kind: 'one' };
  const file = choice.file ?? (await openFile(folder));
  const requests = file && (await chooseRequests(folder, file, server));
  return requests ? { kind: 'file', requests } : null;
}

async function requestFiles(folder: vscode.WorkspaceFolder): Promise<vscode.Uri[]> {
  const find = (pattern: string) =>
    vscode.workspace.findFiles(new vscode.RelativePattern(folder, pattern), excluded, maxFiles);
  const found = await Promise.all([
    find('**/*.{http,rest,har}'),
    find('**/{openapi,swagger}*.{json,yaml,yml}'),
  ]);
  return found
    .flat()
    .sort(
      (a, b) =>
        a.fsPath.split(sep).length - b.fsPath.split(sep).length || (a.fsPath < b.fsPath ? -1 : 1),
    )
    .slice(0, maxFiles);
}

async function openFile(folder: vscode.WorkspaceFolder): Promise<vscode.Uri | null> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'File of requests',
    defaultUri: folder.uri,
    filters: { Requests: ['har', 'http', 'rest', 'json', 'yaml', 'yml'] },
  });
  return chosen?.[0] ?? null;
}

interface RequestItem extends vscode.QuickPickItem {
  request: LoadRequest;
}

async function chooseRequests(
  folder: vscode.WorkspaceFolder,
  file: vscode.Uri,
  server: LanguageServer,
): Promise<LoadRequest[] | null> {
  const { requests, problems } = await server.ask('requestFile', { path: file.fsPath });
  const [problem] = problems;
  if (requests.length === 0) {
    const empty = { file: file.fsPath, line: null, column: null, message: 'it holds no requests.' };
    void sayProblem(problem ?? empty, folder);
    return null;
  }
  if (problem) {
    const others = problems.length > 1 ? ` So are ${problems.length - 1} more.` : '';
    void vscode.window.showWarningMessage(
      `A request is left out. ${problemText(problem, folder.uri.fsPath)}${others}`,
    );
  }
  const chosen = await vscode.window.showQuickPick<RequestItem>(requests.map(itemOf), {
    title: `${title}: ${relative(folder.uri.fsPath, file.fsPath)}`,
    placeHolder: 'Requests to send, in turn',
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return chosen && chosen.length > 0 ? chosen.map(({ request }) => request) : null;
}

function itemOf({ label, detail, picked, request }: OfferedRequest): RequestItem {
  return { label, description: detail, picked, request };
}
