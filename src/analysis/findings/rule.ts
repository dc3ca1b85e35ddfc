import type { Finding, FindingKind } from '../../shared/finding.ts';
import type { Report } from '../../shared/report.ts';
import type { LatencyParts } from '../../shared/requestTimes.ts';
import type { FunctionCost, FunctionCosts } from './functionCosts.ts';

/** The facts that the rules judge by. */
export interface Facts {
  report: Pick<
    Report,
    'load' | 'sampling' | 'requests' | 'signals' | 'memory' | 'lines' | 'functions'
  >;
  costs: FunctionCosts;
  /** 0…1 of the mean latency that goes when CPU time goes: what runs, and what stands in line for it. */
  cpuPrice: number;
  /** Why the load left the server idle; null if it did not. */
  loadLimit: LoadLimited | null;
}

export interface LoadLimited {
  /** 0…1 of the window. */
  idleShare: number;
  connections: number;
  /** The load was asked for a rate, which the server kept. */
  isRate: boolean;
}

/** A finding with what it is ordered by. */
export interface PricedFinding extends Finding {
  /** 0…1 of the mean latency; above 1 for what makes all other figures doubtful. */
  price: number;
  /** The function that it is about, if it is about one: of the same, only the first finding is told. */
  of?: FunctionCost;
  /** Most of the function's time is in what was found. */
  isAllOf?: boolean;
  /** The line at which requests wait, if the finding may be on another. */
  waitsAt?: { file: string; line: number };
}

/**
 * Each rule is one file with its thresholds on top. It gives nothing rather than what would not change what
 * a person does.
 */
export interface Rule {
  kind: FindingKind;
  find(facts: Facts): PricedFinding[];
}

/** Fields that most findings leave out. */
export const none = {
  ...{ file: null, line: null, share: null, ms: null, bytes: null, perRequest: null },
  action: null,
} as const;

/** Milliseconds of the mean latency for a price; null without latencies. */
export function msOf({ report }: Facts, price: number): number | null {
  return report.requests ? report.requests.meanMs * price : null;
}

/** The function of the report with what V8 did with it. */
export function reportOf({ report }: Facts, { name, file, start }: FunctionCost) {
  return report.functions.find(
    (each) => each.name === name && each.file === file && each.line === start,
  );
}

export function cpuPriceOf(parts: LatencyParts | null, meanMs: number, idleShare: number): number {
  if (!parts || meanMs <= 0) return 1 - idleShare;
  return Math.min(1, (parts.cpu + parts.gc + parts.queue) / meanMs);
}
