import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinaries } from '../support/nodeVersions.ts';
import { median, spread } from './figures.ts';
import type { Section } from './section.ts';

/** What the accounting says of one run of interruptedWork.cjs. */
interface Work {
  ownNs: number;
  samplerNs: number;
  samples: number;
}

const majors = [20, 24];
const depths = [5, 40];
/** About a second. */
const turns = 200_000_000;
const rounds = 9;
/** Often, so that the difference is larger than the noise. */
const intervalMicros = 200;

/**
 * What a sample takes of the thread that it interrupts: the same work with samples and without, as a
 * part of what it takes of the sampler's own threads, for src/engine/samplers/samplerCpu.ts.
 */
export async function benchInterrupt(folder: string): Promise<Section[]> {
  if (process.platform !== 'linux') {
    return [{ title: 'interrupt', figures: [['not measured', 'only Linux tells it of threads']] }];
  }
  const sections: Section[] = [];
  for (const [major, node] of await nodeBinaries(majors)) {
    for (const depth of depths) {
      const taken = { alone: [] as Work[], log: [] as Work[], profiler: [] as Work[] };
      for (let round = 0; round < rounds; round++) {
        const own = mkdtempSync(join(folder, 'interrupt-'));
        const log = [
          ...['--prof', `--logfile=${join(own, '%p.log')}`, '--logfile-per-isolate'],
          `--prof-sampling-interval=${intervalMicros}`,
        ];
        const profiler = [
          ...['--cpu-prof', `--cpu-prof-dir=${own}`],
          `--cpu-prof-interval=${intervalMicros}`,
        ];
        taken.alone.push(workUnder(node, [], depth));
        taken.log.push(workUnder(node, log, depth));
        taken.profiler.push(workUnder(node, profiler, depth));
        rmSync(own, { recursive: true, force: true });
      }
      sections.push({
        title: `interrupt, Node ${major}, ${depth} calls deep: CPU time of a sample (median of ${rounds}, range)`,
        figures: [
          ["V8's log", sampleText(taken.alone, taken.log)],
          ["V8's CPU profiler", sampleText(taken.alone, taken.profiler)],
        ],
      });
    }
  }
  return sections;
}

function workUnder(node: string, flags: string[], depth: number): Work {
  const script = join(import.meta.dirname, 'interruptedWork.cjs');
  const words = [...flags, script, String(depth), String(turns)];
  return JSON.parse(execFileSync(node, words, { encoding: 'utf8' })) as Work;
}

function sampleText(alone: readonly Work[], sampled: readonly Work[]): string {
  // The neighbours in time.
  const ownMicros = sampled.map(
    ({ ownNs, samples }, at) => (ownNs - alone[at]!.ownNs) / samples / 1000,
  );
  const threadMicros = sampled.map(({ samplerNs, samples }) => samplerNs / samples / 1000);
  const part = median(ownMicros) / median(threadMicros);
  const counts = sampled.map(({ samples }) => samples);
  return `${spread(ownMicros, 1)} µs on the thread that is interrupted, ${spread(threadMicros, 1)} µs on the sampler's own: ${part.toFixed(2)} of it; ${median(counts)} samples`;
}
