import { rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliRun } from '../process/cliDriver.ts';
import { nodeBinary } from '../support/nodeVersions.ts';
import { Windows, windowsPath } from '../support/wine.ts';
import { ratio, spread } from './figures.ts';
import { LastAnswer } from './lastAnswer.ts';
import type { Section } from './section.ts';

const rounds = 5;
const load = ['-c', '10', '-d', '5', '--warmup', '1', '--url', '/invoices/1'];

type Finished = { exit(): Promise<number | NodeJS.Signals>; stderr: string };
const cwd = resolve(import.meta.dirname, '../workspaces/example');

/**
 * From the last answer of a load of 5 s until the report is on disk, on Windows (under Wine), where V8's
 * log can't be read before the server has ended, and here.
 */
export async function benchWindowsReport(folder: string): Promise<Section[]> {
  const last = new LastAnswer(folder);
  const report = join(folder, 'report.json');
  const figures: [string, string][] = [];
  for (const line of [20, 24] as const) {
    const windows = await Windows.of(line);
    const node = await nodeBinary(line);
    const [there, here]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const words = wordsOf(windowsPath(report), windowsPath(last.script));
      there.push(await reportMs(windows.hotframe(words, { cwd }), report, last));
      const own = wordsOf(report, last.script, ['--node', node]);
      here.push(await reportMs(new CliRun(own, cwd), report, last));
    }
    figures.push([
      `Node ${line}`,
      `${spread(there)} ms under Wine, ${spread(here)} ms here: ${ratio(there, here).toFixed(1)} times`,
    ]);
  }
  return [
    { title: `last answer of 5 s of load to the report (median of ${rounds}, range)`, figures },
  ];
}

function wordsOf(report: string, preload: string, options: readonly string[] = []): string[] {
  const run = ['run', '--no-async', '--json', report, ...load, ...options];
  return [...run, '--', 'node', '-r', preload, 'dist/server.js'];
}

/** Milliseconds from the server's last answer until the report was written. */
async function reportMs(command: Finished, report: string, last: LastAnswer): Promise<number> {
  const exit = await command.exit();
  if (exit !== 0) throw new Error(`The run failed: ${command.stderr}`);
  const ms = statSync(report).mtimeMs - last.atMs;
  rmSync(report);
  last.forget();
  return ms;
}
