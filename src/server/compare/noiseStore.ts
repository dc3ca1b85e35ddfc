import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { machineReport } from '../../engine/machine.ts';
import { textWithin } from '../../engine/regularFile.ts';
import { writeWholeFile } from '../../engine/wholeFile.ts';
import { redactedCommand, redactedText } from '../../shared/secretWords.ts';
import type { MeasureOptions, NoiseByMetric } from '../../shared/measure.ts';

/** Servers and loads; the one that was measured longest ago goes. */
const maxEntries = 100;
const maxBytes = 5_000_000;

type Entries = Record<string, NoiseByMetric>;

/** What same code differs by on this machine, by server and load, from one measuring to the next. */
export class NoiseStore {
  constructor(private readonly file: string) {}

  find(options: MeasureOptions): NoiseByMetric {
    return this.#read()[keyOf(options)] ?? {};
  }

  keep(options: MeasureOptions, noise: NoiseByMetric): void {
    const key = keyOf(options);
    const others = Object.entries(this.#read()).filter(([each]) => each !== key);
    const entries = [...others, [key, noise] as const].slice(-maxEntries);
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeWholeFile(this.file, JSON.stringify(Object.fromEntries(entries)));
    } catch {
      // A full disk is no reason not to show what was measured.
    }
  }

  #read(): Entries {
    try {
      const entries: unknown = JSON.parse(textWithin(this.file, maxBytes) ?? 'null');
      return typeof entries === 'object' && entries !== null ? { ...(entries as Entries) } : {};
    } catch {
      return {};
    }
  }
}

/** By a hash, and without what of it may be a secret. */
function keyOf({ run }: MeasureOptions): string {
  const { command, cwd, load, node, intervalMicros } = run;
  const { cpu, cores } = machineReport();
  const { url, method, requests, scenario, connections, durationS, pipelining, rate } = load;
  const asked = requests.map((each) => [each.method, each.path, each.weight]);
  const server = [redactedCommand(command), cwd, node, intervalMicros];
  const told = [cpu, cores, server, redactedText(url), method, asked, scenario];
  const text = JSON.stringify([...told, connections, durationS, pipelining, rate]);
  return createHash('sha256').update(text).digest('hex');
}
