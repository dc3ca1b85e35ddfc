import type { RouteLine, RouteReport, RouteTimes } from '../../shared/routes.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { isAfterAwait } from '../profile/afterAwait.ts';
import type { Profile } from '../profile/profile.ts';

/**
 * Says what each route of the load costs: the samples of its requests, and their lines as in `buildReport`,
 * which charges each sample to its innermost visible frame. Null if the load had one route alone.
 */
export function routeReports(profile: Profile, visible: ReadonlySet<Area>): RouteReport[] | null {
  const { routes, samples } = profile;
  const { route } = samples;
  if (!routes || !route) return null;
  const lines = new ChargedLines(profile, visible);
  const tallies = routes.list.map((times) => new RouteTally(times));
  let onCpu = 0;
  samples.node.forEach((node, sample) => {
    if (node < 0) return;
    onCpu++;
    tallies[route[sample]!]?.add(lines.of(node));
  });
  const micros = onCpu > 0 ? (routes.cpuMicros ?? NaN) / onCpu : NaN;
  return tallies
    .map((tally) => tally.report(onCpu > 0 ? 1 / onCpu : 0, micros))
    .sort((a, b) => b.cpuShare - a.cpuShare || b.requests - a.requests);
}

/** Each route lists so many lines by their time, and so many by their waits. */
const maxLines = 20;

/** A line that a sample is charged to. */
interface Charged {
  key: string;
  file: string;
  line: number;
  isViaAwait: boolean;
}

/** Finds the line of each node's innermost visible frame. */
class ChargedLines {
  readonly #awaitFunction: number;
  readonly #ofNode: (Charged | null)[] = [];

  constructor(
    private readonly profile: Profile,
    private readonly visible: ReadonlySet<Area>,
  ) {
    this.#awaitFunction = profile.functions.findIndex(isAfterAwait);
  }

  of(node: number): Charged | null {
    const known = this.#ofNode[node];
    return known === undefined ? (this.#ofNode[node] = this.#find(node)) : known;
  }

  #find(node: number): Charged | null {
    const { functions, frames, nodes } = this.profile;
    let isViaAwait = false;
    for (let up = node; up > 0; up = nodes.parent[up]!) {
      const frame = nodes.frame[up]!;
      const fn = frames.function[frame]!;
      const { area, file } = functions[fn]!;
      if (fn === this.#awaitFunction) isViaAwait = true;
      else if (this.visible.has(area)) {
        const line = frames.line[frame]!;
        return line === 0 ? null : { key: `${file}:${line}`, file, line, isViaAwait };
      }
    }
    return null;
  }
}

class RouteTally {
  #samples = 0;
  readonly #lines = new Map<string, RouteLine>();

  constructor(private readonly times: RouteTimes) {}

  add(charged: Charged | null): void {
    this.#samples++;
    if (!charged) return;
    const line = this.#line(charged);
    line.self++;
    if (charged.isViaAwait) line.viaAwait++;
  }

  /** @param micros of CPU time a sample; NaN if not known */
  report(share: number, micros: number): RouteReport {
    const { waits, ...times } = this.times;
    for (const wait of waits) this.#line({ ...wait, key: keyOf(wait) }).waitMs = wait.waitMs;
    const { requests } = times;
    const each = requests > 0 ? (this.#samples * micros) / requests : NaN;
    return {
      ...times,
      cpuShare: this.#samples * share,
      cpuMicrosPerRequest: Number.isNaN(each) ? null : each,
      lines: dearest([...this.#lines.values()]).map((line) => ({
        ...line,
        ...{ self: line.self * share, viaAwait: line.viaAwait * share },
      })),
    };
  }

  #line({ key, file, line }: Omit<Charged, 'isViaAwait'>): RouteLine {
    let there = this.#lines.get(key);
    if (!there) {
      this.#lines.set(key, (there = { file, line, self: 0, viaAwait: 0, waitMs: 0 }));
    }
    return there;
  }
}

function dearest(lines: readonly RouteLine[]): RouteLine[] {
  const bySelf = lines.toSorted((a, b) => b.self - a.self || b.waitMs - a.waitMs);
  const waiting = lines.filter(({ waitMs }) => waitMs > 0).sort((a, b) => b.waitMs - a.waitMs);
  const kept = new Set([...bySelf.slice(0, maxLines), ...waiting.slice(0, maxLines)]);
  return bySelf.filter((line) => kept.has(line));
}

function keyOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`;
}
