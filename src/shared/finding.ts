/**
 * A problem that stands out in a run: its kind, the line that causes it, its price, and what to do next. The
 * rules are in src/analysis/findings, and docs/findings.md says of each what it can't know.
 */
export const findingKinds = [
  'errors',
  'blocked-loop',
  'not-optimized',
  'cpu',
  'gc',
  'n-plus-one',
  'thread-pool',
  'io-wait',
  'queue',
  'memory-leak',
  'handle-leak',
  'client-limited',
] as const;

export type FindingKind = (typeof findingKinds)[number];

/** Fields that do not apply are null. */
export interface Finding {
  kind: FindingKind;
  /** Original source, absolute. */
  file: string | null;
  /** 1-based. */
  line: number | null;
  /** 0…1 of the CPU time; of `errors`, of the requests; of `blocked-loop`, of the window; of `client-limited`, the idle time. */
  share: number | null;
  /** Milliseconds of the mean latency that would be gone without it; of `blocked-loop`, the longest block. */
  ms: number | null;
  /** The bytes that stay of each request; for `memory-leak` alone. */
  bytes: number | null;
  /** How often a request does it; of `blocked-loop`, blocks for each request. */
  perRequest: number | null;
  /** Says what was seen and why it matters, in whole sentences without the place. */
  text: string;
  /** Says what to do next, in a sentence. */
  next: string;
  /** The next step as data, for what can take it. Null if only a person can. */
  action: FindingAction | null;
}

export type FindingAction =
  /** The place is the finding's own. */
  | { type: 'open-line' }
  /** Shows what V8 did with the function at the finding's place. */
  | { type: 'why' }
  | { type: 'measure-again'; connections: number };

const titles: Record<FindingKind, string> = {
  errors: 'Failed requests',
  'blocked-loop': 'Blocked event loop',
  'not-optimized': 'Not optimized',
  cpu: 'CPU time',
  gc: 'Garbage collection',
  'n-plus-one': 'One request after another',
  'thread-pool': 'Full thread pool',
  'io-wait': 'Waiting',
  queue: 'Queue',
  'memory-leak': 'Memory leak',
  'handle-leak': 'Handles that stay open',
  'client-limited': 'The load is the limit',
};

/** The kind in words, as a heading. A newer version may have saved one that is not known here. */
export function findingTitle({ kind }: Pick<Finding, 'kind'>): string {
  return (titles as Partial<Record<string, string>>)[kind] ?? kind;
}

export const nothingStandsOut = 'Nothing stands out.';

/** The kinds in a list that a person may have written; null if it is no list. */
export function kindsIn(value: unknown): FindingKind[] | null {
  return Array.isArray(value) ? findingKinds.filter((kind) => value.includes(kind)) : null;
}

/** Without the kinds that a person has switched off. */
export function findingsWithout<Told extends { findings?: Finding[] }>(
  report: Told,
  off: readonly FindingKind[],
): Told {
  const { findings } = report;
  if (!findings || off.length === 0) return report;
  return { ...report, findings: findings.filter(({ kind }) => !off.includes(kind)) };
}
