import * as vscode from 'vscode';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import type { ChosenServer, LoadOptions, RunOptions } from '../../shared/runOptions.ts';
import type { Confirmation } from '../load/hostConfirmation.ts';
import type { FolderLaunch } from './launchPicker.ts';
import type { LoadInput } from '../load/loadSteps.ts';
import {
  loadSettings,
  nodePathSetting,
  samplerSetting,
  startTimeoutSetting,
} from '../core/settings.ts';

export function runOptions(
  {
    folder,
    launch,
    load,
    deep,
    allocations,
  }: FolderLaunch & { load: LoadInput; deep?: boolean; allocations?: boolean },
  { host }: Confirmation,
  server: ChosenServer | undefined,
): RunOptions {
  const node = nodePathSetting(folder.uri);
  const sampler = deep ? 'v8log' : samplerSetting(folder.uri);
  const asked = loadOptions(folder.uri, load, { host }, server);
  return {
    command: launch.command,
    cwd: launch.cwd,
    env: launch.env,
    workspaceFolders: workspaceFolders(),
    load: asked,
    startTimeoutS: startTimeoutSetting(folder.uri),
    ...(node === undefined ? {} : { node }),
    ...(sampler === 'v8log' ? {} : { sampler }),
    intervalMicros: usualIntervalMicros(asked.durationS),
    exactLines: false,
    ...(deep ? { deep } : {}),
    ...(allocations ? { allocations } : {}),
    areas: ['app'],
  };
}

export function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

/** A load for the engine; settings fill in what the person did not say. */
export function loadOptions(
  folder: vscode.Uri,
  load: LoadInput,
  { host }: Confirmation,
  server: ChosenServer | undefined,
): LoadOptions {
  const { url, method, headers, body, connections, durationS } = load;
  return {
    url,
    ...(server ? { server } : {}),
    asksServer: true,
    method,
    headers,
    ...(body === '' ? {} : { body }),
    requests: [],
    connections,
    durationS,
    warmupS: loadSettings(folder).warmupS,
    pipelining: 1,
    timeoutS: 10,
    ...load.more,
    ...(host === null ? {} : { confirmedHost: host }),
  };
}
