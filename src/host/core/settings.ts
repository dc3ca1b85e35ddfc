import * as vscode from 'vscode';
import { benchTimes } from '../../shared/benchTimes.ts';
import { kindsIn } from '../../shared/finding.ts';
import type { OverlayOptions } from '../../shared/lspOptions.ts';
import { measureDefaults } from '../../shared/measure.ts';
import { samplers, type Sampler } from '../../shared/profileOrigin.ts';
import type { KeptRuns } from '../../shared/savedRuns.ts';
import { shownTimes, type ShownTimes } from '../../shared/shownTimes.ts';
import type { LabelPosition } from './lineLabels.ts';

// Every setting is read when it is needed, and ranges are checked, since a person may write anything.

export const settingsSection = 'hotframe';

export function overlaySettings(): OverlayOptions {
  return {
    minShare: numberSetting('minimumShare', 0.5, 0, 100) / 100,
    times: shownTimesSetting(),
    maxLinesPerFile: numberSetting('maximumLinesPerFile', 200, 1, 5000),
    codeLens: flagSetting('codeLens', true),
    routeLenses: flagSetting('routeLenses', true),
    inlayHints: flagSetting('inlayHints', false),
    diagnostics: flagSetting('diagnostics', true),
    chargeAwaits: flagSetting('chargeAwaits', true),
    findingsOff: kindsIn(setting('findings.off')) ?? [],
    findingDiagnostics: flagSetting('findings.diagnostics', false),
  };
}

export function keptRunsSettings(): KeptRuns {
  return {
    count: Math.round(numberSetting('savedRuns.count', 50, 1, 10_000)),
    megabytes: numberSetting('savedRuns.megabytes', 200, 1, 100_000),
  };
}

export function loadSettings(scope: vscode.Uri): {
  url: string;
  connections: number;
  durationS: number;
  warmupS: number;
} {
  const url = vscode.workspace.getConfiguration(settingsSection, scope).get<unknown>('load.url');
  return {
    url: typeof url === 'string' && url.trim() !== '' ? url.trim() : '/',
    connections: Math.round(numberSetting('load.connections', 10, 1, 10_000, scope)),
    durationS: numberSetting('load.duration', 10, 1, 3600, scope),
    warmupS: numberSetting('load.warmup', 2, 0, 600, scope),
  };
}

export function measureSettings(scope: vscode.Uri): { budgetS: number; precisionPercent: number } {
  const { budgetS, precisionPercent } = measureDefaults;
  return {
    budgetS: numberSetting('measure.budget', budgetS, 10, 3600, scope),
    precisionPercent: numberSetting('measure.precision', precisionPercent, 0.1, 50, scope),
  };
}

export function benchSettings(scope: vscode.Uri): { durationS: number; budgetS: number } {
  const { durationS, budgetS } = benchTimes;
  return {
    durationS: numberSetting('benchmark.duration', durationS, 1, 3600, scope),
    budgetS: numberSetting('benchmark.budget', budgetS, 5, 36_000, scope),
  };
}

export function startTimeoutSetting(scope: vscode.Uri): number {
  return numberSetting('startTimeout', 30, 1, 3600, scope);
}

/** Undefined for the command's own Node.js. */
export function nodePathSetting(scope: vscode.Uri): string | undefined {
  const path = vscode.workspace.getConfiguration(settingsSection, scope).get<unknown>('nodePath');
  return typeof path === 'string' && path.trim() !== '' ? path.trim() : undefined;
}

export function samplerSetting(scope: vscode.Uri): Sampler {
  const name = vscode.workspace.getConfiguration(settingsSection, scope).get<unknown>('sampler');
  return samplers.find((each) => each === name) ?? 'v8log';
}

export function hotLinesEnabled(): boolean {
  return flagSetting('hotLines.enabled', true);
}

export async function setHotLinesEnabled(value: boolean): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  await configuration.update('hotLines.enabled', value, vscode.ConfigurationTarget.Global);
}

export function labelPositionSetting(): LabelPosition {
  const position = vscode.workspace
    .getConfiguration(settingsSection)
    .get<unknown>('hotLines.labelPosition');
  return position === 'start' ? 'start' : 'end';
}

export async function setLabelPosition(position: LabelPosition): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  await configuration.update('hotLines.labelPosition', position, vscode.ConfigurationTarget.Global);
}

export function shownTimesSetting(): ShownTimes {
  const times = vscode.workspace.getConfiguration(settingsSection).get<unknown>('hotLines.times');
  return shownTimes.find((each) => each === times) ?? 'both';
}

export async function setShownTimes(times: ShownTimes): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  await configuration.update('hotLines.times', times, vscode.ConfigurationTarget.Global);
}

export type RevealMode = 'keepFocus' | 'moveFocus' | 'onDoubleClick';

export function revealModeSetting(): RevealMode {
  const mode = vscode.workspace
    .getConfiguration(settingsSection)
    .get<unknown>('flamegraph.revealMode');
  return mode === 'moveFocus' || mode === 'onDoubleClick' ? mode : 'keepFocus';
}

function setting(name: string): unknown {
  return vscode.workspace.getConfiguration(settingsSection).get<unknown>(name);
}

function flagSetting(name: string, otherwise: boolean): boolean {
  const value = vscode.workspace.getConfiguration(settingsSection).get<unknown>(name);
  return typeof value === 'boolean' ? value : otherwise;
}

function numberSetting(
  name: string,
  otherwise: number,
  low: number,
  high: number,
  scope?: vscode.Uri,
): number {
  const value = vscode.workspace.getConfiguration(settingsSection, scope).get<unknown>(name);
  return typeof value === 'number' && value >= low && value <= high ? value : otherwise;
}
