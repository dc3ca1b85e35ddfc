import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';

export interface Recording {
  node: string;
  /** V8 flags besides those of the sampler. */
  flags?: string[];
  /** A server of the zoo: it says on stdout where it listens. */
  script: string;
  seconds: number;
  /** At most so many requests a second, over one connection; without it as many as ten bring. */
  rate?: number;
}

/** Samples a real server under load, without Hotframe's engine, and returns its V8 log's path. */
export async function recordLog(folder: string, recording: Recording): Promise<string> {
  const { node, flags = [], script, seconds, rate } = recording;
  const target = spawn(
    node,
    ['--prof', '--log-deopt', `--logfile=${join(folder, '%p.log')}`, ...flags, script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let output = '';
      target.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
        if (found) resolve(found);
      });
      target.on('exit', () => reject(new Error(`${script} ended: ${output}`)));
    });
    const limit = rate === undefined ? {} : { connections: 1, overallRate: rate };
    await autocannon({ url: origin, duration: seconds, ...limit });
  } finally {
    target.kill('SIGKILL');
    if (target.exitCode === null && target.signalCode === null) await once(target, 'exit');
  }
  const log = readdirSync(folder).find((name) => name.endsWith('.log'));
  if (!log) throw new Error(`${script} wrote no V8 log.`);
  return join(folder, log);
}
