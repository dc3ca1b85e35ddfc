import * as vscode from 'vscode';
import type { AttachTarget, NodeProcess } from '../../shared/attach.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { showList } from '../core/showList.ts';
import { processLabel } from './processLabel.ts';

export interface ChosenProcess {
  target: AttachTarget;
  /** For example `node server.js` or `port 9229`. */
  label: string;
  cwd: string;
}

interface ProcessItem extends vscode.QuickPickItem {
  process?: NodeProcess;
  isPort?: boolean;
}

const title = 'Attach and Profile';
const portProblem = 'A port is a whole number from 1 to 65535';

/** Asks for one of this machine's Node.js processes, or for a port; null if the person gave up. */
export async function pickProcess(server: LanguageServer): Promise<ChosenProcess | null> {
  const items = server.ask('nodeProcesses').then(({ processes }) => processItems(processes));
  const choice = await showList<ProcessItem>(items, {
    title,
    placeHolder: 'Which process is to be profiled? It runs on afterwards',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (choice?.isPort) return askPort();
  const { process } = choice ?? {};
  if (!process) return null;
  const { pid, cwd } = process;
  return { target: { pid }, label: processLabel(process), cwd };
}

/** Puts processes of the workspace first. */
function processItems(processes: readonly NodeProcess[]): ProcessItem[] {
  const isHere = ({ cwd }: NodeProcess) => cwd !== '' && folderOf(cwd) !== undefined;
  const parts = [
    { label: 'this workspace', processes: processes.filter(isHere) },
    { label: 'elsewhere', processes: processes.filter((each) => !isHere(each)) },
  ];
  return [
    ...parts.flatMap(({ label, processes: part }): ProcessItem[] =>
      part.length === 0
        ? []
        : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...part.map(itemOf)],
    ),
    { label: 'by port', kind: vscode.QuickPickItemKind.Separator },
    {
      label: '$(plug) Port of a server or of an inspector…',
      detail: 'For one that is not listed, such as in a container',
      isPort: true,
    },
  ];
}

function itemOf(process: NodeProcess): ProcessItem {
  const { pid, cwd, ports } = process;
  const listens = ports.length === 0 ? '' : ` · port ${ports.join(', ')}`;
  return {
    label: `$(${ports.length === 0 ? 'terminal' : 'server-process'}) ${processLabel(process)}`,
    description: `process ${pid}${listens}`,
    detail: cwd,
    process,
  };
}

async function askPort(): Promise<ChosenProcess | null> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: 'A port that the server listens on, or that of its inspector',
    placeHolder: '9229',
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === '' || portOf(typed) !== null ? null : portProblem),
  });
  const port = text === undefined ? null : portOf(text);
  return port === null ? null : { target: { port }, label: `port ${port}`, cwd: '' };
}

function portOf(text: string): number | null {
  const port = /^\s*:?\d{1,5}\s*$/.test(text) ? Number(text.replace(':', '')) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

export function folderOf(path: string): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path));
}
