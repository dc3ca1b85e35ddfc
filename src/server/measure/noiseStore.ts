import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { machineReport } from '../../engine/run/machine.ts';
import { textWithin } from '../../engine/files/regularFile.ts';
import { writeWholeFile } from '../../engine/files/wholeFile.ts';
import { redactedCommand, redactedText } from '../../shared/secretText.ts';
import type { MeasureOptions, NoiseByMetric } from '../../shared/measure.ts';

/** Limit for pairs of server and load; the one measured longest ago is dropped. */
const maxEntries = 100;
const maxBytes = 5_000_000;

type Entries = Record<string, NoiseByMetric>;

/** Keeps, for each server and load on this machine, how much runs of the same code differ. */
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
      // The measurement can be shown even if the disk is full.
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

/** A hash of server and load, made without what may be secret in them. */
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
