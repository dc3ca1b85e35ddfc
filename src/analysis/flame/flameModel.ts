import { frameMatcher } from '../../shared/flameMatch.ts';
import type { FlameQuery, LineFunction, Visibility } from '../../shared/flameWire.ts';
import type { FlameNode } from '../../shared/flameNode.ts';
import { wholeName } from '../../shared/frameText.ts';
import { sampledBytes } from '../../shared/memory.ts';
import type { Report } from '../../shared/report.ts';
import { innermostShares, type InnermostShares } from './flameCounts.ts';
import { lineFunctions } from './flameLines.ts';
import { markersOf, type FlameMarkers } from './flameMarkers.ts';
import { searchFlame } from './flameSearch.ts';
import { buildFlameView, queryFlame, type FlameView } from './flameView.ts';
import { partOfProfile, partOfReport } from '../report/partOfProfile.ts';
import type { Profile } from '../profile/profile.ts';

/** Answers a flamegraph view's queries about one profile, and caches the views they need. */
export class FlameModel {
  readonly #views = new Map<string, FlameView>();
  readonly #markers: FlameMarkers;
  /** The part asked for last. */
  #part: { key: string; model: FlameModel } | null = null;

  constructor(
    readonly profile: Profile,
    readonly report: Report,
    readonly baseFolder: string,
  ) {
    this.#markers = markersOf(report);
  }

  /**
   * The model of some processes' samples (indexes into `target.processes`), or of all if absent.
   */
  part(processes: readonly number[] | undefined): FlameModel {
    if (processes === undefined) return this;
    const key = processes.join();
    if (this.#part?.key !== key) {
      const part = partOfProfile(this.profile, processes);
      const model = new FlameModel(part, partOfReport(this.report, part), this.baseFolder);
      this.#part = { key, model };
    }
    return this.#part.model;
  }

  shares(): InnermostShares {
    return innermostShares(this.profile);
  }

  lineFunctions(): Record<string, LineFunction> {
    return lineFunctions(this.profile, this.report.lines, this.#markers);
  }

  /** Throws an Error with a sentence if `rootId` is unknown. */
  query(query: FlameQuery): FlameNode {
    return queryFlame(this.#view(query.visibility, query.inverted), query);
  }

  search(visibility: Visibility, text: string): { share: number; functions: number } {
    // Both directions have the same samples, so a cached view of either will do.
    const inverted = this.#views.has(keyOf(visibility, true));
    return searchFlame(this.#view(visibility, inverted), frameMatcher(text, this.baseFolder));
  }

  #view(visibility: Visibility, inverted: boolean): FlameView {
    const key = keyOf(visibility, inverted);
    const view = this.#views.get(key) ?? this.#build(visibility, inverted);
    // Moves the view to the end; the first is the least recently used.
    this.#views.delete(key);
    this.#views.set(key, view);
    for (const old of this.#views.keys()) {
      if (this.#views.size <= maxViews) break;
      this.#views.delete(old);
    }
    return view;
  }

  #build(visibility: Visibility, inverted: boolean): FlameView {
    const name = sampledBytes(this.report) === null ? wholeName.time : wholeName.bytes;
    return buildFlameView(this.profile, visibility, inverted, this.#markers, name);
  }
}

/** A view of a million nodes takes about 50 MB. */
const maxViews = 4;

function keyOf(visibility: Visibility, inverted: boolean): string {
  const { areas, packages } = visibility;
  return JSON.stringify([inverted, areas.toSorted(), packages.toSorted()]);
}
