import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { LastCommand } from './programs/guardProcess.ts';
import { stopTree } from './processes/processTree.ts';
import { type RunMarks } from './processes/runMarks.ts';
import { removeRunFolder } from './runFolder/runFolder.ts';

/**
 * A small process beside the engine, in a session of its own. The pipe on its stdin closes when the
 * engine ends, however it ends; without `done` before that, it stops the run's processes and
 * removes the run's folder (its only argument), and starts what was asked for after that.
 *
 *   engine ── {"root":PID} {"then":COMMAND} … {"done":true} ─► guard
 */
const lastCommands: LastCommand[] = [];
const marks: RunMarks = { root: null, runFolder: process.argv[2] ?? '' };
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line) as {
    root?: number;
    then?: LastCommand;
    done?: boolean;
  };
  if (message.done) process.exit(0);
  if (message.then) lastCommands.push(message.then);
  if (message.root !== undefined) marks.root = message.root;
});
lines.on('close', () => {
  void cleanUp().finally(() => process.exit(0));
});

async function cleanUp(): Promise<void> {
  await stopTree(marks);
  if (marks.root === null) {
    // The target may be at the point of starting, and have its environment only in a moment.
    await delay(200);
    await stopTree(marks);
  }
  await removeRunFolder(marks.runFolder);
  for (const { file, arguments: words, cwd } of lastCommands) {
    await new Promise<void>((done) => {
      execFile(file, words, { cwd, windowsHide: true }, () => done());
    });
  }
}
