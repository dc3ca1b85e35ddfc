import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser } from '../support/browser.ts';
import { CodeServer } from '../support/codeServer.ts';
import { Random } from '../support/random.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { WorkspaceCopy } from '../vscode/workspaceCopy.ts';

/** A run is over about that long after its command, so that each of its phases is met. */
const longestMs = 6000;

export interface HostKillFigures {
  /** Killings that met a process of the run; the others came before its launch or after its end. */
  met: number;
  /** Milliseconds until nothing of the run was left. */
  longestCleanupMs: number;
}

/**
 * Kills the extension host at a random moment of a run in a real VS Code, again and again: each time
 * nothing may survive, and after a reload of the window the next run works to its end.
 */
export async function killExtensionHost(times: number, seed: number): Promise<HostKillFigures> {
  const random = new Random(seed);
  const figures: HostKillFigures = { met: 0, longestCleanupMs: 0 };
  using workspace = new WorkspaceCopy('ignores-sigterm');
  const settings = { 'hotframe.load.warmup': 1, 'hotframe.load.duration': 2 };
  await using server = await CodeServer.start({ settings });
  await using browser = await launchBrowser();
  await using window = await VsCodePage.open(browser, server, workspace.path);
  const left = () => [...server.runProcesses(), ...server.runFolders()];

  const worked = async () => {
    await window.statusItem(/Hotframe: [\d\s.]+ req\/s/).waitFor();
    await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
    await window.statusItem(/req\/s/).waitFor();
  };

  await window.command('Hotframe: Profile Server');
  await window.choose('server.js');
  await worked();
  for (let time = 1; time <= times; time++) {
    const moment = random.below(longestMs);
    await window.command('Hotframe: Profile Server Again');
    await delay(moment);
    if (server.runProcesses().length > 0) figures.met++;
    if (server.endExtensionHosts() === 0) throw new Error(`time ${time}: no extension host`);
    const from = performance.now();
    await window.until(
      `nothing is left after time ${time} of seed ${seed}, ${moment} ms`,
      () => Promise.resolve(left().length === 0),
      () => left().join('\n'),
    );
    figures.longestCleanupMs = Math.max(figures.longestCleanupMs, performance.now() - from);
    await window.reload();
    await window.command('Hotframe: Profile Server Again');
    await worked();
  }
  return figures;
}
