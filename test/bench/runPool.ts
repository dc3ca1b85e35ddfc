import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Repeat } from '../../src/shared/verdict.ts';

/**
 * Short real runs of two states of one server, to draw comparisons from: JSON lines, one a run, in
 * the order in which they were taken.
 */
export interface PooledRun extends Repeat {
  /** `base`, or `more`: the same with a tenth more work in each request. */
  kind: 'base' | 'more';
  /** What the run took from launch to report, in seconds. */
  wallS: number;
}

/** Where test/bench/collectPool.ts keeps it; not in the repository. */
export const poolFile = resolve(import.meta.dirname, '../../.cache/runPool.jsonl');

export function readPool(path: string): PooledRun[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line, index) => {
    try {
      return [JSON.parse(line) as PooledRun];
    } catch {
      // The collector was stopped while it wrote.
      if (index === lines.length - 1) return [];
      throw new Error(`${path}, line ${index + 1} is no run`);
    }
  });
}

export function addToPool(path: string, run: PooledRun): void {
  appendFileSync(path, `${JSON.stringify(run)}\n`);
}
