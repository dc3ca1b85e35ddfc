import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { against, spread } from './figures.ts';
import { printedBy } from './inProcess.ts';
import type { Section } from './section.ts';

interface SaveFigures {
  ms: number;
  /** Of all its threads: what other programs do meanwhile is not in it. */
  cpuMs: number;
  bytes: number;
  startMb: number;
  peakMb: number;
}

const rounds = 5;
const nodes = 1_000_000;
const limitMs = 4000;

/** How long a large run takes to become a `.cpuprofile`, and with how much memory. */
export function benchSave(folder: string): Section[] {
  const path = join(folder, 'saved.cpuprofile');
  const figures = Array.from({ length: rounds }, () => saveOnce(path));
  rmSync(path);
  const size = figures[0]!.bytes / 1e6;
  const wholeMs = figures.map(({ ms }) => ms);
  return [
    {
      title: `save, .cpuprofile of ${nodes / 1e6} million nodes, ${size.toFixed(0)} MB (median of ${rounds}, range)`,
      figures: [
        ['to the file', against(wholeMs, limitMs, 0)],
        ['of it CPU time', `${spread(figures.map(({ cpuMs }) => cpuMs))} ms`],
        [
          'peak memory',
          `${spread(figures.map(({ peakMb }) => peakMb))} MB, ${spread(figures.map(({ startMb }) => startMb))} MB of them before writing`,
        ],
      ],
    },
  ];
}

function saveOnce(path: string): SaveFigures {
  const script = join(import.meta.dirname, 'saveOnce.ts');
  return printedBy('--import', 'tsx', script, path, String(nodes));
}
