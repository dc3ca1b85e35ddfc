import type { FlameNode } from '../../shared/flameNode.ts';
import { wholeName } from '../../shared/frameText.ts';
import type { Area } from '../../shared/vocabulary.ts';
import type { FlameMarkers } from './flameMarkers.ts';
import type { SelfBreakdown, VisibleCalls } from './flameVisible.ts';
import type { Profile } from '../profile/profile.ts';

/** Ids that exist in every view. */
export const rootId = 0;
export const noVisibleId = 1;
export const firstFrameId = 2;

/** Makes the nodes that are sent. Only here does a drawn frame become an object. */
export class FlameNodeMaker {
  constructor(
    readonly profile: Profile,
    readonly markers: FlameMarkers,
    readonly onCpu: number,
    private readonly rootName: string = wholeName.time,
  ) {}

  root(): FlameNode {
    return this.#blank(rootId, this.rootName, 'app', this.onCpu);
  }

  /**
   * Samples without a visible frame. Its area is the most frequent one of their innermost frames.
   */
  noVisible({ unattributed, unattributedParts }: VisibleCalls): FlameNode {
    const parts = ['core', 'deps', 'native', 'v8', 'gc'] as const;
    const area = parts.reduce((best, part) =>
      unattributedParts.samples(0, part) > unattributedParts.samples(0, best) ? part : best,
    );
    const node = this.#blank(noVisibleId, '(no visible frame)', area, unattributed);
    this.fillSelf(node, unattributed, unattributedParts, 0);
    return node;
  }

  frame(id: number, fnIndex: number, samples: number, position: FramePosition): FlameNode {
    const fn = this.profile.functions[fnIndex]!;
    const node = this.#blank(id, fn.name, fn.area, samples);
    node.functionId = fnIndex;
    node.file = fn.file;
    node.line = position.line || fn.line;
    node.column = position.line ? position.column : fn.column;
    node.package = fn.package;
    const { marker, reason } = this.markers(fn);
    node.marker = marker;
    node.reason = reason;
    return node;
  }

  fillSelf(node: FlameNode, self: number, breakdown: SelfBreakdown, bin: number): void {
    const share = (of: Parameters<SelfBreakdown['samples']>[1]) =>
      this.#share(breakdown.samples(bin, of));
    node.self = this.#share(self);
    node.own = share('own');
    node.parts = {
      gc: share('gc'),
      v8: share('v8'),
      native: share('native'),
      core: share('core'),
      deps: share('deps'),
    };
    node.tiers = {
      ignition: share('ignition'),
      sparkplug: share('sparkplug'),
      maglev: share('maglev'),
      turbofan: share('turbofan'),
    };
  }

  #share(samples: number): number {
    return this.onCpu === 0 ? 0 : samples / this.onCpu;
  }

  #blank(id: number, name: string, area: Area, samples: number): FlameNode {
    return {
      id,
      functionId: -1,
      name,
      file: '',
      line: 0,
      column: 0,
      area,
      package: '',
      samples,
      total: this.#share(samples),
      self: 0,
      own: 0,
      parts: { gc: 0, v8: 0, native: 0, core: 0, deps: 0 },
      tiers: { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 },
      marker: null,
      reason: null,
      children: [],
      elided: 0,
    };
  }
}

/** `line` is 0 if unknown. */
export interface FramePosition {
  line: number;
  column: number;
}

/**
 * Chooses the line of a drawn frame that stands for several positions: the one most samples passed,
 * that is a leaf's hottest line or a caller's most frequent call. Only exact positions count; the
 * function's own line is used if there is none.
 */
export class LineVote {
  readonly #exact = new Map<number, { samples: number; column: number; best: number }>();

  constructor(readonly profile: Profile) {}

  add(frame: number, samples: number): void {
    const { line, column, exact } = this.profile.frames;
    if (exact[frame] !== 1 || line[frame]! === 0) return;
    const vote = this.#exact.get(line[frame]!) ?? { samples: 0, column: 0, best: -1 };
    vote.samples += samples;
    if (samples > vote.best) {
      vote.best = samples;
      vote.column = column[frame]!;
    }
    this.#exact.set(line[frame]!, vote);
  }

  winner(): FramePosition {
    let winner = { line: 0, column: 0 };
    let most = -1;
    for (const [line, vote] of this.#exact) {
      if (vote.samples > most || (vote.samples === most && line < winner.line)) {
        most = vote.samples;
        winner = { line, column: vote.column };
      }
    }
    return winner;
  }
}
