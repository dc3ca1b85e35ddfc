import type { Finding } from '../../shared/finding.ts';
import type { Profile } from '../profile/profile.ts';
import { blockedLoop } from './blockedLoop.ts';
import { clientLimited } from './clientLimited.ts';
import { cpu } from './cpu.ts';
import { errors } from './errors.ts';
import { functionCosts } from './functionCosts.ts';
import { gc } from './gc.ts';
import { handleLeak } from './handleLeak.ts';
import { ioWait } from './ioWait.ts';
import { memoryLeak } from './memoryLeak.ts';
import { notOptimized } from './notOptimized.ts';
import { nPlusOne } from './nPlusOne.ts';
import { queue } from './queue.ts';
import { cpuPriceOf, type Facts, type LoadLimited, type PricedFinding, type Rule } from './rule.ts';
import { threadPool } from './threadPool.ts';

/** A rule that says more of the same line or function comes first, and the later ones leave it to that. */
const rules: readonly Rule[] = [
  ...[errors, notOptimized, blockedLoop, nPlusOne, threadPool],
  ...[gc, cpu, ioWait, queue, memoryLeak, handleLeak, clientLimited],
];

/** Finds what stands out in a run, dearest first; empty if nothing does. */
export function findingsOf(
  profile: Profile,
  report: Facts['report'],
  loadLimit: LoadLimited | null,
): Finding[] {
  const { requests, sampling } = report;
  const facts: Facts = {
    ...{ report, loadLimit, costs: functionCosts(profile) },
    cpuPrice: cpuPriceOf(requests?.parts ?? null, requests?.meanMs ?? 0, sampling?.idleShare ?? 0),
  };
  return found(facts);
}

/** Finds what stands out in a run of allocations, which has no samples of time. */
export function findingsOfGrowth(report: Facts['report']): Finding[] {
  const costs = { functions: [], servingShare: 0, gcWithStackShare: 0 };
  return found({ report, costs, cpuPrice: 0, loadLimit: null });
}

function found(facts: Facts): Finding[] {
  const found: PricedFinding[] = [];
  for (const each of rules.flatMap((rule) => rule.find(facts))) {
    if (!found.some((other) => tells(other, each))) found.push(each);
  }
  return found
    .map((each) => ({ ...each, price: Math.min(each.price, priceOfWhole(each, found)) }))
    .sort((a, b) => b.price - a.price)
    .map(({ price: _, of: __, isAllOf: ___, waitsAt: ____, ...finding }) => finding);
}

/** Collections of what a function makes while it holds the loop are a part of that, and no dearer. */
function priceOfWhole({ kind, of }: PricedFinding, all: readonly PricedFinding[]): number {
  if (kind !== 'gc' || !of) return Infinity;
  return all.find((each) => each.of === of && each.isAllOf)?.price ?? Infinity;
}

/** Whether an earlier finding says it already. */
function tells(earlier: PricedFinding, later: PricedFinding): boolean {
  if (later.kind === 'queue') return isOfCpu(earlier) && earlier.price >= 0.2;
  if (later.kind === 'gc') return false;
  // Garbage is no part of a function's CPU time, but who makes so much of it spends the rest on making it.
  if (earlier.kind === 'gc') {
    return earlier.of === later.of && (earlier.share ?? 0) >= (later.share ?? 0) * 0.6;
  }
  if (earlier.of && earlier.of === later.of) return true;
  return [earlier, ...(earlier.waitsAt ? [earlier.waitsAt] : [])].some(
    ({ file, line }) => file !== null && file === later.file && line === later.line,
  );
}

function isOfCpu({ kind }: PricedFinding): boolean {
  return kind === 'cpu' || kind === 'gc' || kind === 'not-optimized' || kind === 'blocked-loop';
}
