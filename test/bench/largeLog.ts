import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';

/** Samples a real server under load for a few seconds and returns its V8 log's path. */
export async function recordLog(folder: string, script: string): Promise<string> {
  const target = spawn(
    process.execPath,
    ['--prof', '--log-deopt', `--logfile=${join(folder, '%p.log')}`, script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    let output = '';
    let origin: string | undefined;
    for await (const part of target.stdout) {
      output += String(part);
      origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (origin) break;
    }
    if (!origin) throw new Error(`${script} did not say where it listens: ${output}`);
    await autocannon({ url: origin, duration: 4 });
  } finally {
    target.kill('SIGKILL');
    if (target.exitCode === null && target.signalCode === null) await once(target, 'exit');
  }
  const log = readdirSync(folder).find((name) => name.endsWith('.log'));
  if (!log) throw new Error('The server wrote no V8 log.');
  return join(folder, log);
}

/** Writes `to`: the log with the ticks of its later half again and again, later each time, until it has `bytes`. */
export async function enlargeLog(log: string, to: string, bytes: number): Promise<void> {
  const lines = readFileSync(log, 'latin1').split('\n').slice(0, -1);
  const ticks = lines.filter((line) => line.startsWith('tick,'));
  const steady = ticks
    .slice(ticks.length >> 1)
    .map((tick) => /^(tick,[^,]*,)(\d+)(,.*)$/.exec(tick)!);
  const out = createWriteStream(to, 'latin1');
  out.write(`${lines.join('\n')}\n`);
  let written = lines.reduce((sum, line) => sum + line.length + 1, 0);
  let micros = Number(steady.at(-1)![2]);
  while (written < bytes) {
    const block = steady
      .map(([, head, , tail]) => `${head!}${(micros += 1000)}${tail!}\n`)
      .join('');
    written += block.length;
    if (!out.write(block)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
