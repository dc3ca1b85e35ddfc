import * as vscode from 'vscode';
import { fileBelow } from '../../shared/filePaths.ts';
import { problemText, scenarioFile, type ScenarioSummary } from '../../shared/scenario.ts';
import { redactedCommand } from '../../shared/secretText.ts';
import { showList } from '../core/showList.ts';
import { findLaunches } from './findLaunches.ts';
import {
  isSameLaunch,
  launchNow,
  readStoredLaunch,
  storedLaunch,
  type FoundLaunches,
  type Launch,
} from './launch.ts';
import { leadingVariables } from './launchEnvironment.ts';
import { launchSources } from './launchSources.ts';
import { scenarioLaunch } from './scenarioLaunch.ts';
import { sayProblem, type ScenarioOffer, type Scenarios } from '../load/scenarios.ts';
import { commandText, shellWords } from './shellWords.ts';

export interface FolderLaunch {
  folder: vscode.WorkspaceFolder;
  launch: Launch;
  /** The scenario that it belongs to; absent without one. */
  scenario?: string;
}

/** The scenarios on offer, and the name that was chosen last. */
type LastOffer = ScenarioOffer & { last: string | null };

interface LaunchItem extends vscode.QuickPickItem {
  launch?: Launch;
  problem?: string;
  scenario?: ScenarioSummary;
  /** Whether it stands for a scenario file with a mistake. */
  isBroken?: boolean;
  isTyped?: boolean;
}

/** Asks what to launch, and remembers it per workspace folder. All answers are null if the person gave up. */
export class LaunchPicker {
  constructor(
    private readonly state: vscode.Memento,
    private readonly scenarios: Scenarios,
  ) {}

  /** Like {@link choose}, but with scenarios. Asks again if there are new ones. */
  async chooseWithScenarios(mustAsk: boolean): Promise<FolderLaunch | null> {
    const folder = await chooseFolder();
    if (!folder) return null;
    const offer = await this.scenarios.offer(folder);
    if (!offer) return this.choose(mustAsk, folder);
    const name = this.scenarios.chosen(folder);
    if (!mustAsk && this.scenarios.wereOffered(folder, offer)) {
      const chosen = offer.scenarios.find((each) => each.name === name);
      if (chosen) return this.forScenario(folder, chosen);
      if (name === null && !offer.problem) return this.choose(false, folder);
      if (name !== null && offer.problem) {
        void sayProblem(offer.problem, folder);
        return null;
      }
    }
    return this.#pickWithScenarios(folder, offer, name);
  }

  /** A scenario with its launch. Null, with a message, if that was not found; also if the person gave up. */
  async forScenario(
    folder: vscode.WorkspaceFolder,
    summary: ScenarioSummary,
  ): Promise<FolderLaunch | null> {
    const found = findLaunches(launchSources(folder));
    const launch = scenarioLaunch(summary, found);
    if (launch === 'unknown') {
      const named = summary.launch?.kind === 'named' ? summary.launch.name : '';
      const known = found.launches.map(({ label }) => label).join(', ') || 'nothing';
      const message = `the scenario “${summary.name}” launches “${named}”, which was not found; found was ${known}.`;
      const file = vscode.Uri.joinPath(folder.uri, scenarioFile).fsPath;
      void sayProblem({ file, line: null, column: null, message }, folder);
      return null;
    }
    if (launch) return { folder, launch, scenario: summary.name };
    const chosen = await this.choose(false, folder);
    return chosen && { ...chosen, scenario: summary.name };
  }

  async #pickWithScenarios(
    folder: vscode.WorkspaceFolder,
    offer: ScenarioOffer,
    last: string | null,
  ): Promise<FolderLaunch | null> {
    const found = findLaunches(launchSources(folder));
    const picked = await pick(folder, found, this.#remembered(folder), { ...offer, last });
    if (!picked) return null;
    if ('command' in picked) {
      await this.scenarios.remember(folder, null, offer);
      await this.state.update(keyOf(folder), storedLaunch(picked));
      return { folder, launch: picked };
    }
    await this.scenarios.remember(folder, picked.name, offer);
    return this.forScenario(folder, picked);
  }

  /** The remembered launch if it still exists, else asks. */
  async choose(
    mustAsk: boolean,
    folderOfFile: vscode.WorkspaceFolder | null = null,
  ): Promise<FolderLaunch | null> {
    const folder = folderOfFile ?? (await chooseFolder());
    if (!folder) return null;
    const found = findLaunches(launchSources(folder));
    const remembered = this.#remembered(folder);
    const now = remembered && launchNow(remembered, found);
    if (!mustAsk && now) return { folder, launch: now };
    const launch = await pick(folder, found, remembered);
    if (!launch || !('command' in launch)) return null;
    await this.state.update(keyOf(folder), storedLaunch(launch));
    return { folder, launch };
  }

  /**
   * The same choice in its current form, or unchanged if it is gone. For a scenario that is gone:
   * null, with a message.
   */
  async again({ folder, launch, scenario }: FolderLaunch): Promise<FolderLaunch | null> {
    if (scenario !== undefined) {
      const summary = await this.scenarios.find(folder, scenario);
      return summary && this.forScenario(folder, summary);
    }
    const now = launchNow(launch, findLaunches(launchSources(folder)));
    return { folder, launch: now ?? launch };
  }

  #remembered(folder: vscode.WorkspaceFolder): Launch | null {
    return readStoredLaunch(this.state.get<unknown>(keyOf(folder)));
  }
}

function keyOf(folder: vscode.WorkspaceFolder): string {
  return `launch:${folder.uri.toString()}`;
}

export async function chooseFolder(): Promise<vscode.WorkspaceFolder | null> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(
    ({ uri }) => uri.scheme === 'file',
  );
  if (folders.length === 0) {
    await sayNoFolder();
    return null;
  }
  if (folders.length === 1) return folders[0]!;
  const uri = vscode.window.activeTextEditor?.document.uri;
  const active = uri && vscode.workspace.getWorkspaceFolder(uri);
  // VS Code selects the first item.
  const ordered = [...folders].sort((a, b) => Number(b === active) - Number(a === active));
  const items = ordered.map((folder) => ({
    label: folder.name,
    description: folder === active ? 'folder of the active editor' : '',
    detail: folder.uri.fsPath,
    folder,
  }));
  const choice = await showList(items, {
    title: 'Profile Server',
    placeHolder: 'Folder of the server',
  });
  return choice?.folder ?? null;
}

async function sayNoFolder(): Promise<void> {
  const choice = await vscode.window.showErrorMessage(
    'No folder is open, so there is no server to profile. Open the folder of your server first.',
    'Open Folder…',
  );
  if (choice) await vscode.commands.executeCommand('vscode.openFolder');
}

async function pick(
  folder: vscode.WorkspaceFolder,
  found: FoundLaunches,
  remembered: Launch | null,
  offer: LastOffer | null = null,
): Promise<Launch | ScenarioSummary | null> {
  if (!offer && found.launches.length === 0 && found.unusable.length === 0) {
    const choice = await vscode.window.showErrorMessage(
      `No Node.js server was found in ${folder.name}: no script of package.json starts one, there is no Node.js launch configuration and no \`main\`. Open the server's file and try again, or type its command.`,
      'Type Command…',
    );
    return choice ? typeCommand(folder) : null;
  }
  const choice = await showList<LaunchItem>(allItems(found, remembered, offer), {
    title: `Profile Server: ${folder.name}`,
    placeHolder: offer
      ? 'A scenario, or what starts your server. It is remembered for this folder'
      : 'What starts your server? It is remembered for this folder',
    matchOnDescription: true,
  });
  if (choice?.isTyped) return typeCommand(folder);
  if (choice?.scenario) return choice.scenario;
  if (choice?.isBroken && offer?.problem) {
    await sayProblem(offer.problem, folder);
    return null;
  }
  if (choice?.problem !== undefined) return explain(choice.label, choice.problem, folder);
  return choice?.launch ?? null;
}

const icons = {
  script: 'package',
  configuration: 'debug-alt',
  main: 'file-code',
  file: 'file',
  typed: 'edit',
  scenario: 'checklist',
} as const;

/** Scenarios come first, since they say everything. */
function allItems(
  found: FoundLaunches,
  remembered: Launch | null,
  offer: LastOffer | null,
): LaunchItem[] {
  const launches = itemsOf(found, remembered);
  if (!offer) return launches;
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const { scenarios, problem, last } = offer;
  const ordered = [...scenarios].sort((a, b) => Number(b.name === last) - Number(a.name === last));
  return [
    separator(`scenarios of ${scenarioFile}`),
    ...ordered.map((scenario) => ({
      label: `$(${icons.scenario}) ${scenario.name}`,
      description: scenario.description ?? '',
      detail: `${startText(scenario)}${scenario.name === last ? ', used last' : ''}`,
      scenario,
    })),
    ...(problem
      ? [
          {
            label: '$(warning) The scenario file has a mistake',
            detail: problemText(problem, ''),
            isBroken: true,
          },
        ]
      : []),
    separator('what starts the server'),
    ...launches,
  ];
}

function startText({ launch }: ScenarioSummary): string {
  switch (launch?.kind) {
    case undefined:
      return 'starts the server as before';
    case 'named':
      return `starts ${launch.name}`;
    case 'command':
      return `starts ${commandText(launch.command, process.platform)}`;
  }
}

function itemsOf({ launches, unusable }: FoundLaunches, remembered: Launch | null): LaunchItem[] {
  const isLast = (launch: Launch) => remembered !== null && isSameLaunch(launch, remembered);
  const all =
    remembered && !launches.some(isLast) && remembered.origin === 'typed'
      ? [remembered, ...launches]
      : [...launches].sort((a, b) => Number(isLast(b)) - Number(isLast(a)));
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...all.map((launch) => ({
      label: `$(${icons[launch.origin]}) ${launch.label}`,
      description: commandWords(launch),
      detail: isLast(launch) ? `${launch.why}, used last` : launch.why,
      launch,
    })),
    { label: '$(edit) Type a command…', isTyped: true },
    ...(unusable.length > 0 ? [separator('found, but not to be profiled')] : []),
    ...unusable.map(({ label, why }) => ({
      label: `$(circle-slash) ${label}`,
      detail: why,
      problem: why,
    })),
  ];
}

/** The command with paths relative to its folder; empty if the label says it already. */
function commandWords({ label, command, cwd }: Launch): string {
  const words = command.map((word) => fileBelow(word, cwd));
  const text = commandText(redactedCommand(words), process.platform);
  return text === label || label.endsWith(`: ${text}`) ? '' : text;
}

async function explain(
  label: string,
  problem: string,
  folder: vscode.WorkspaceFolder,
): Promise<Launch | null> {
  const name = label.replace(/^\$\([\w-]+\) /, '');
  const choice = await vscode.window.showWarningMessage(
    `${name} can't be profiled: ${problem}.`,
    'Type Command…',
  );
  return choice ? typeCommand(folder) : null;
}

async function typeCommand(folder: vscode.WorkspaceFolder): Promise<Launch | null> {
  const text = await vscode.window.showInputBox({
    title: `Profile Server: ${folder.name}`,
    prompt: `The command that starts the server, run in ${folder.uri.fsPath}`,
    placeHolder: 'node server.js',
    ignoreFocusOut: true,
    validateInput: commandProblem,
  });
  if (text === undefined) return null;
  const { env, rest: command } = leadingVariables(shellWords(text, process.platform).words);
  const names = Object.keys(env);
  return {
    origin: 'typed',
    label: commandText(redactedCommand(command), process.platform),
    command,
    cwd: folder.uri.fsPath,
    env,
    preLaunchTask: null,
    why: names.length === 0 ? 'typed by you' : `typed by you, with ${names.join(', ')}`,
  };
}

function commandProblem(text: string): string | null {
  const { words, needsShell } = shellWords(text, process.platform);
  if (needsShell !== null) return `A command is not run by a shell: leave out ${needsShell}`;
  return leadingVariables(words).rest.length === 0
    ? 'A command is needed, for example: node server.js'
    : null;
}
