import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';

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
