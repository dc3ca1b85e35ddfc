import * as vscode from 'vscode';
import type { ChosenServer, RunOptions } from '../../shared/runOptions.ts';
import type { Confirmation } from '../load/hostConfirmation.ts';
import type { FolderLaunch } from './launchPicker.ts';
import type { LoadWish } from '../load/loadSteps.ts';
import { loadSettings, nodePathSetting, startTimeoutSetting } from '../settings.ts';

/** A launch with its load as the engine takes them. */
export function runOptions(
  { folder, launch, load, deep }: FolderLaunch & { load: LoadWish; deep?: boolean },
  { host }: Confirmation,
  server: ChosenServer | undefined,
): RunOptions {
  const node = nodePathSetting(folder.uri);
  const { url, method, headers, body, connections, durationS } = load;
  return {
    command: launch.command,
    cwd: launch.cwd,
    env: launch.env,
    workspaceFolders: (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath),
    load: {
      url,
      ...(server ? { server } : {}),
      method,
      headers,
      ...(body === '' ? {} : { body }),
      requests: [],
      connections,
      durationS,
      warmupS: loadSettings(folder.uri).warmupS,
      pipelining: 1,
      timeoutS: 10,
      ...load.more,
      ...(host === null ? {} : { confirmedHost: host }),
    },
    startTimeoutS: startTimeoutSetting(folder.uri),
    ...(node === undefined ? {} : { node }),
    intervalMicros: 1000,
    exactLines: false,
    ...(deep ? { deep } : {}),
    areas: ['app'],
  };
}
