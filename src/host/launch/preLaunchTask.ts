import * as vscode from 'vscode';
import { DisposableStore } from '../core/disposableStore.ts';

/** `refused`: a message said why. `failed`: `exitCode` is null if a signal ended the task. */
export type TaskEnd =
  | { kind: 'done' }
  | { kind: 'refused' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; exitCode: number | null };

export async function runPreLaunchTask(
  name: string,
  folder: vscode.WorkspaceFolder,
): Promise<TaskEnd> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Running the task ${name} before the server`,
      cancellable: true,
    },
    async (_report, token) => {
      const task = await findTask(name, folder, token);
      if (token.isCancellationRequested) return { kind: 'cancelled' };
      if (!task) return sayMissing(name);
      if (task.isBackground) return isRunning(task) ? { kind: 'done' } : sayBackground(task);
      return execute(task, token);
    },
  );
}

function sayMissing(name: string): TaskEnd {
  void vscode.window.showErrorMessage(
    `The task ${name} that the launch configuration asks for was not found, so the server was not started. Add it to tasks.json, or choose another way to start the server.`,
  );
  return { kind: 'refused' };
}

/**
 * VS Code waits 5 s for the extensions that provide tasks to start, and then gives those of the others,
 * as in a window that has just been opened on a busy machine. A little less, for clocks that differ.
 */
const gaveUpMs = 4_900;
const attempts = 6;

async function findTask(
  name: string,
  folder: vscode.WorkspaceFolder,
  token: vscode.CancellationToken,
): Promise<vscode.Task | undefined> {
  const isNamed = (task: vscode.Task) =>
    name === '${defaultBuildTask}'
      ? task.group?.id === vscode.TaskGroup.Build.id && task.group.isDefault === true
      : task.name === name || `${task.source}: ${task.name}` === name;
  const isOfFolder = ({ scope }: vscode.Task) =>
    typeof scope === 'object' && scope.uri.toString() === folder.uri.toString();
  for (let attempt = 0; attempt < attempts && !token.isCancellationRequested; attempt++) {
    const startMs = performance.now();
    const named = (await vscode.tasks.fetchTasks()).filter(isNamed);
    if (named.length > 0) return named.find(isOfFolder) ?? named[0];
    if (performance.now() - startMs < gaveUpMs) return undefined;
  }
  return undefined;
}

async function execute(task: vscode.Task, token: vscode.CancellationToken): Promise<TaskEnd> {
  const store = new DisposableStore();
  try {
    return await new Promise((settle, reject) => {
      let execution: vscode.TaskExecution | null = null;
      // A task that only runs other tasks has no process and counts as successful.
      let exitCode: number | null = 0;
      const isOurs = ({ execution: ended }: { execution: vscode.TaskExecution }) =>
        execution === null ? ended.task.name === task.name : ended === execution;
      store.add(
        vscode.tasks.onDidEndTaskProcess((event) => {
          if (isOurs(event)) exitCode = event.exitCode ?? null;
        }),
      );
      store.add(
        vscode.tasks.onDidEndTask((event) => {
          if (!isOurs(event)) return;
          settle(exitCode === 0 ? { kind: 'done' } : { kind: 'failed', exitCode });
        }),
      );
      store.add(
        token.onCancellationRequested(() => {
          execution?.terminate();
          settle({ kind: 'cancelled' });
        }),
      );
      vscode.tasks.executeTask(task).then((started) => {
        execution = started;
        if (token.isCancellationRequested) started.terminate();
      }, reject);
    });
  } finally {
    store.dispose();
  }
}

function isRunning(task: vscode.Task): boolean {
  return vscode.tasks.taskExecutions.some(
    (each) => each.task.name === task.name && each.task.source === task.source,
  );
}

/** Asks the person to start the task: only its problem matcher knows when a background task is ready. */
function sayBackground(task: vscode.Task): TaskEnd {
  void vscode.window
    .showErrorMessage(
      `The task ${task.name} runs in the background and has not been started. Start it, and profile again when it is ready.`,
      'Start Task',
    )
    .then((choice) => (choice ? vscode.tasks.executeTask(task) : undefined));
  return { kind: 'refused' };
}

/** Says that the task failed; true if the server should be started anyway. */
export async function askAfterFailure(name: string, exitCode: number | null): Promise<boolean> {
  const how = exitCode === null ? 'was ended' : `ended with exit code ${exitCode}`;
  const choice = await vscode.window.showErrorMessage(
    `The task ${name} ${how}, so the server was not started. Its terminal says why.`,
    'Show Terminal',
    'Profile Anyway',
  );
  if (choice === 'Show Terminal') {
    await vscode.commands.executeCommand('workbench.action.terminal.focus');
  }
  return choice === 'Profile Anyway';
}
