import { frameMatcher } from '../../shared/flameMatch.ts';
import type { FlameNode, FlameQuery, LineFunction, Visibility } from '../../shared/flameWire.ts';
import type { Report } from '../../shared/report.ts';
import { innermostShares, type InnermostShares } from './flameCounts.ts';
import { lineFunctions } from './flameLines.ts';
import { markersOf, type FlameMarkers } from './flameMarkers.ts';
import { searchFlame } from './flameSearch.ts';
import { buildFlameView, queryFlame, type FlameView } from './flameView.ts';
import { partOfProfile, partOfReport } from '../profile/partOfProfile.ts';
import type { Profile } from '../profile/profile.ts';

/** Answers a flamegraph view's questions about one profile, and keeps the views it was asked for. */
export class FlameOwner {
  readonly #views = new Map<string, FlameView>();
  readonly #markers: FlameMarkers;
  /** The last one that was asked for. */
  #part: { key: string; owner: FlameOwner } | null = null;

  constructor(
    readonly profile: Profile,
    readonly report: Report,
    readonly baseFolder: string,
  ) {
    this.#markers = markersOf(report);
  }

  /** The owner of the samples of some processes (indexes into `target.processes`); absent: of all. */
  part(processes: readonly number[] | undefined): FlameOwner {
    if (processes === undefined) return this;
    const key = processes.join();
    if (this.#part?.key !== key) {
      const part = partOfProfile(this.profile, processes);
      const owner = new FlameOwner(part, partOfReport(this.report, part), this.baseFolder);
      this.#part = { key, owner };
    }
    return this.#part.owner;
  }

  shares(): InnermostShares {
    return innermostShares(this.profile);
  }

  lineFunctions(): Record<string, LineFunction> {
    return lineFunctions(this.profile, this.report.lines, this.#markers);
  }

  /** Throws a sentence where `rootId` is unknown. */
  query(query: FlameQuery): FlameNode {
    return queryFlame(this.#view(query.visibility, query.inverted), query);
  }

  search(visibility: Visibility, text: string): { share: number; functions: number } {
    // Both directions see the same samples; prefer the one that is there.
    const inverted = this.#views.has(keyOf(visibility, true));
    return searchFlame(this.#view(visibility, inverted), frameMatcher(text, this.baseFolder));
  }

  #view(visibility: Visibility, inverted: boolean): FlameView {
    const key = keyOf(visibility, inverted);
    const view =
      this.#views.get(key) ?? buildFlameView(this.profile, visibility, inverted, this.#markers);
    // Last used last; the oldest goes first.
    this.#views.delete(key);
    this.#views.set(key, view);
    for (const old of this.#views.keys()) {
      if (this.#views.size <= maxViews) break;
      this.#views.delete(old);
    }
    return view;
  }
}

/** A view of a million nodes takes about 50 MB. */
const maxViews = 4;

function keyOf(visibility: Visibility, inverted: boolean): string {
  const { areas, packages } = visibility;
  return JSON.stringify([inverted, areas.toSorted(), packages.toSorted()]);
}
