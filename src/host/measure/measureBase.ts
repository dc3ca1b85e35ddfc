import * as vscode from 'vscode';
import { isSamePath } from '../../shared/filePaths.ts';
import { formatAgo, formatNumberOf } from '../../shared/format.ts';
import type { MeasuredState, MeasureProblem } from '../../shared/measure.ts';
import type { CommitChoice, MeasurableStates } from '../../shared/measureWire.ts';
import { findLaunches } from '../launch/findLaunches.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { showList } from '../core/showList.ts';
import {
  isSameLaunch,
  launchNow,
  readStoredLaunch,
  storedLaunch,
  type Launch,
} from '../launch/launch.ts';
import type { FolderLaunch } from '../launch/launchPicker.ts';
import { launchSources } from '../launch/launchSources.ts';

/** A remembered choice. `HEAD` and branches are resolved anew in each measurement. */
type StoredBase =
  { kind: 'revision'; revision: string; words: string } | { kind: 'launch'; launch: Launch };

/** A state to measure against, with words for the notification: `the last commit`. */
export interface MeasureBase {
  state: MeasuredState;
  words: string;
}

interface BaseItem extends vscode.QuickPickItem {
  base?: StoredBase;
  then?: 'branches' | 'type' | 'launches';
}

/** Asks what a change is measured against, and remembers it per workspace folder. */
export class MeasureBasePicker {
  constructor(
    private readonly state: vscode.Memento,
    private readonly server: LanguageServer,
  ) {}

  /**
   * The remembered base, or the one that the person chooses. Null if the person gave up; a problem
   * if there is nothing to choose from.
   */
  async choose(
    { folder, launch }: FolderLaunch,
    mustAsk: boolean,
  ): Promise<MeasureBase | MeasureProblem | null> {
    const stored = this.#stored(folder);
    if (!mustAsk && stored?.kind === 'launch') return baseOf(stored, folder);
    const { states, problem } = await this.server.ask('measureStates', {
      folder: launch.cwd,
    });
    // Another way to start the server can be measured even without a commit.
    if (problem && !mustAsk) return problem;
    // Right after a commit, the last commit is the same code as the working tree.
    const isSame = states !== null && isUnchanged(states) && stored !== null && isHead(stored);
    if (!mustAsk && stored && !isSame) return baseOf(stored, folder);
    const baseline = states && (await this.#baselineCommit({ folder, launch }, states));
    const base = await ask(states, baseline, { folder, launch });
    if (!base) return null;
    await this.state.update(keyOf(folder), base);
    return baseOf(base, folder);
  }

  async #baselineCommit(
    { folder, launch }: FolderLaunch,
    { head }: MeasurableStates,
  ): Promise<string | null> {
    const baseline = (await this.server.ask('runs')).runs.find(
      ({ isBaseline, series }) =>
        isBaseline &&
        isSamePath(series.folder, folder.uri.fsPath) &&
        series.launch === launch.label,
    );
    const commit = baseline?.target?.commit;
    return commit === undefined || commit === head.commit ? null : commit;
  }

  #stored(folder: vscode.WorkspaceFolder): StoredBase | null {
    const value = this.state.get<Partial<StoredBase>>(keyOf(folder));
    if (value?.kind === 'launch') {
      const launch = readStoredLaunch(value.launch);
      return launch && { kind: 'launch', launch };
    }
    if (value?.kind !== 'revision') return null;
    const { revision, words } = value;
    if (typeof revision !== 'string' || typeof words !== 'string') return null;
    return { kind: 'revision', revision, words };
  }
}

function keyOf(folder: vscode.WorkspaceFolder): string {
  return `measureBase:${folder.uri.toString()}`;
}

function isHead(base: StoredBase): boolean {
  return base.kind === 'revision' && base.revision === 'HEAD';
}

function baseOf(base: StoredBase, folder: vscode.WorkspaceFolder): MeasureBase {
  if (base.kind === 'revision') {
    return { state: { kind: 'revision', revision: base.revision }, words: base.words };
  }
  const launch = launchNow(base.launch, findLaunches(launchSources(folder))) ?? base.launch;
  return { state: launchState(launch), words: launch.label };
}

export function launchState({ label, command, cwd, env }: Launch): MeasuredState {
  return { kind: 'launch', name: label, launch: { command, cwd, env } };
}

async function ask(
  states: MeasurableStates | null,
  baseline: string | null,
  from: FolderLaunch,
): Promise<StoredBase | null> {
  const items = [
    ...(states ? commitItems(states, baseline) : []),
    { label: '$(play) Another way to start it…', detail: otherLaunch, then: 'launches' as const },
  ];
  const choice = await pick(
    items,
    states ? placeOf(states) : 'What is your code measured against?',
  );
  switch (choice?.then) {
    case 'branches':
      return (await pick(branchItems(states!), 'Which branch?'))?.base ?? null;
    case 'type':
      return typeRevision();
    case 'launches':
      return askLaunch(from);
    case undefined:
      return choice?.base ?? null;
  }
}

const otherLaunch = 'your code as it is now, by another script or launch configuration';
const title = 'Measure My Change';

async function pick(items: BaseItem[], placeHolder: string): Promise<BaseItem | null> {
  const choice = await showList(items, {
    title,
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return choice ?? null;
}

function placeOf(states: MeasurableStates): string {
  return isUnchanged(states)
    ? 'Nothing has changed since the last commit. What is your code measured against?'
    : 'What is your code measured against? It is remembered';
}

function isUnchanged({ changedFiles, newFiles }: MeasurableStates): boolean {
  return changedFiles + newFiles === 0;
}

/** `2 changed files and 1 new file since then` */
function changedText({ changedFiles, newFiles }: MeasurableStates): string {
  if (changedFiles + newFiles === 0) return 'nothing has changed since then';
  const parts = [
    ...(changedFiles > 0 ? [formatNumberOf(changedFiles, 'changed file')] : []),
    ...(newFiles > 0 ? [formatNumberOf(newFiles, 'new file')] : []),
  ];
  return `${parts.join(' and ')} since then`;
}

function commitItems(states: MeasurableStates, baseline: string | null): BaseItem[] {
  const { head, commits, branches, fork } = states;
  const last = {
    ...item('$(git-commit) The last commit', head, 'HEAD', 'the last commit'),
    detail: changedText(states),
  };
  const recent = commits.map((each) => item(`$(history) ${each.subject}`, each));
  const separator = { label: 'earlier commits', kind: vscode.QuickPickItemKind.Separator };
  return [
    // Without a change, the last commit is the same code.
    ...(isUnchanged(states) ? [] : [last]),
    ...(baseline === null ? [] : [baselineItem(baseline)]),
    ...(fork ? [forkItem(fork)] : []),
    ...(branches.length > 0
      ? [{ label: '$(git-branch) A branch…', then: 'branches' as const }]
      : []),
    ...(recent.length > 0 ? [separator, ...recent] : []),
    ...(isUnchanged(states) ? [last] : []),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: '$(edit) Another commit or tag…', then: 'type' },
  ];
}

/** A row for a commit, identified by its hash, or by a name that may move to another commit. */
function item(
  label: string,
  { commit, subject, committedAt }: CommitChoice,
  revision = commit,
  words = `commit ${commit.slice(0, 7)}`,
): BaseItem {
  const ago = formatAgo(Date.now() - committedAt);
  const shown = label.endsWith(subject) ? '' : ` ${subject}`;
  return {
    label,
    description: `${commit.slice(0, 7)}${shown}, ${ago}`,
    base: { kind: 'revision', revision, words },
  };
}

function baselineItem(commit: string): BaseItem {
  const words = `the baseline’s commit ${commit.slice(0, 7)}`;
  return {
    label: '$(pinned) The commit of the pinned baseline',
    description: commit.slice(0, 7),
    base: { kind: 'revision', revision: commit, words },
  };
}

function forkItem(fork: NonNullable<MeasurableStates['fork']>): BaseItem {
  return {
    ...item(`$(git-branch) Where this branch left ${fork.of}`, fork),
    detail: 'all commits of this branch, and what is not committed',
  };
}

function branchItems({ branches }: MeasurableStates): BaseItem[] {
  return branches.map((each) => item(`$(git-branch) ${each.name}`, each, each.name, each.name));
}

async function typeRevision(): Promise<StoredBase | null> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: 'A commit, a tag or a branch of this repository',
    placeHolder: 'v1.2.0',
    ignoreFocusOut: true,
    validateInput: (typed) =>
      /^\s*-/.test(typed) ? 'A name of a commit does not begin with a dash' : null,
  });
  const revision = text?.trim() ?? '';
  return revision === '' ? null : { kind: 'revision', revision, words: revision };
}

async function askLaunch({ folder, launch: now }: FolderLaunch): Promise<StoredBase | null> {
  const others = findLaunches(launchSources(folder)).launches.filter(
    (each) => !isSameLaunch(each, now),
  );
  if (others.length === 0) {
    void vscode.window.showInformationMessage(
      `There is no other way to start the server of ${folder.name}: add a script to package.json or a launch configuration.`,
    );
    return null;
  }
  const items = others.map((launch) => ({
    label: launch.label,
    detail: launch.why,
    base: { kind: 'launch' as const, launch: storedLaunch(launch) },
  }));
  return (await pick(items, `Measured against ${now.label}`))?.base ?? null;
}
