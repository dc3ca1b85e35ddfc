import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  problemText,
  scenarioFile,
  type FileProblem,
  type ScenarioLoad,
  type ScenarioSummary,
} from '../../shared/scenario.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import type { LoadInput } from './loadSteps.ts';

export interface ScenarioOffer {
  scenarios: ScenarioSummary[];
  problem: FileProblem | null;
}

/** Scenarios of workspace folders, as the language server reads them, and the chosen one. */
export class Scenarios {
  constructor(
    private readonly server: LanguageServer,
    private readonly state: vscode.Memento,
  ) {}

  async offer(folder: vscode.WorkspaceFolder): Promise<ScenarioOffer | null> {
    if (!existsSync(join(folder.uri.fsPath, scenarioFile))) return null;
    return this.server.ask('scenarios', { folder: folder.uri.fsPath });
  }

  /** The scenario as it is in the file now; null, with a message, if it is gone. */
  async find(folder: vscode.WorkspaceFolder, name: string): Promise<ScenarioSummary | null> {
    const offer = await this.offer(folder);
    const found = offer?.scenarios.find((each) => each.name === name);
    if (!found) void sayProblem(offer?.problem ?? gone(folder, name), folder);
    return found ?? null;
  }

  /** The load of a scenario; `otherwise` fills its gaps. Null, with a message, if it can't be read. */
  async load(
    folder: vscode.WorkspaceFolder,
    name: string,
    otherwise: LoadInput,
  ): Promise<LoadInput | null> {
    const { scenario, problem } = await this.server.ask('scenario', {
      folder: folder.uri.fsPath,
      name,
    });
    if (scenario) return inputOf(name, scenario.load, otherwise);
    void sayProblem(problem ?? gone(folder, name), folder);
    return null;
  }

  /** The scenario that was chosen last; null if something else was. */
  chosen(folder: vscode.WorkspaceFolder): string | null {
    return this.#memory(folder).chosen;
  }

  /** Whether the last choice offered all of these scenarios. */
  wereOffered(folder: vscode.WorkspaceFolder, { scenarios }: ScenarioOffer): boolean {
    const { offered } = this.#memory(folder);
    return scenarios.every(({ name }) => offered.includes(name));
  }

  async remember(
    folder: vscode.WorkspaceFolder,
    chosen: string | null,
    { scenarios }: ScenarioOffer,
  ): Promise<void> {
    const offered = scenarios.map(({ name }) => name);
    await this.state.update(keyOf(folder), { chosen, offered } satisfies Memory);
  }

  #memory(folder: vscode.WorkspaceFolder): Memory {
    const stored = this.state.get<Partial<Memory>>(keyOf(folder));
    return { chosen: stored?.chosen ?? null, offered: stored?.offered ?? [] };
  }
}

interface Memory {
  chosen: string | null;
  offered: string[];
}

function keyOf(folder: vscode.WorkspaceFolder): string {
  return `scenario:${folder.uri.toString()}`;
}

function gone(folder: vscode.WorkspaceFolder, name: string): FileProblem {
  const file = join(folder.uri.fsPath, scenarioFile);
  const message = existsSync(file)
    ? `it has no scenario “${name}” any more.`
    : `it is not there any more, and the scenario “${name}” with it.`;
  return { file, line: null, column: null, message };
}

function inputOf(name: string, load: ScenarioLoad, otherwise: LoadInput): LoadInput {
  const { url, headers, connections, durationS, ...more } = load;
  return {
    url: url ?? '/',
    method: 'GET',
    headers,
    body: '',
    connections: connections ?? otherwise.connections,
    durationS: durationS ?? otherwise.durationS,
    more: { ...more, scenario: name },
  };
}

/** Shows what is wrong with a file, and offers to open it there. */
export async function sayProblem(
  problem: FileProblem,
  folder: vscode.WorkspaceFolder,
): Promise<void> {
  const words = problemText(problem, folder.uri.fsPath);
  const buttons = existsSync(problem.file) ? ['Open File'] : [];
  const choice = await vscode.window.showErrorMessage(words, ...buttons);
  if (!choice) return;
  const at = new vscode.Position((problem.line ?? 1) - 1, (problem.column ?? 1) - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(problem.file), {
    selection: new vscode.Range(at, at),
  });
}
