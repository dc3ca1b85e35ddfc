import { plainLine } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import { titleOfReport } from '../../shared/reportSubject.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { medianIntervalMicros } from '../profile/medianInterval.ts';
import { functionStacks, type FunctionStacks } from './functionStacks.ts';
import { isolateNames } from './isolateNames.ts';

/** https://www.speedscope.app/file-format-schema.json */
interface SpeedscopeFile {
  $schema: string;
  exporter: string;
  name: string;
  activeProfileIndex: number;
  shared: { frames: SpeedscopeFrame[] };
  profiles: SpeedscopeProfile[];
}

interface SpeedscopeFrame {
  name: string;
  file?: string;
  line?: number;
  col?: number;
}

/** `samples`: indexes of frames, outermost first; an empty stack is idle time. */
interface SpeedscopeProfile {
  type: 'sampled';
  name: string;
  unit: 'microseconds';
  startValue: number;
  endValue: number;
  weights: number[];
  samples: number[][];
}

/**
 * Writes speedscope's own format: one profile over time for each process or thread, with all
 * frames. Every sample has the same weight, the median distance between two, so that shares equal
 * those of our report.
 */
export function speedscopeText(profile: Profile, report: Report): string {
  const stacks = functionStacks(profile);
  const names = isolateNames(profile, report);
  const weight = Math.max(1, Math.round(medianIntervalMicros(profile)));
  const timelines = profile.isolates.map((_, isolate) =>
    timelineOf(profile, stacks, isolate, weight),
  );
  const most = Math.max(0, ...timelines.map(({ onCpu }) => onCpu));
  // A thread that is always idle has nothing to show.
  const shown = timelines.filter(({ onCpu }) => onCpu > 0 || most === 0);
  const samples = new SampleTexts(profile.functions, stacks);
  const profiles = shown.map(({ isolate, nodes, weights }) => {
    const { samples: _, ...head } = {
      type: 'sampled',
      name: names[isolate]!,
      unit: 'microseconds',
      startValue: 0,
      endValue: weights.reduce((sum, weight) => sum + weight, 0),
      weights,
      samples: [],
    } satisfies SpeedscopeProfile;
    // Made as text, because the stacks of a large profile take many times the memory as lists.
    const list = nodes.map((node) => `[${samples.of(node)}]`).join(',');
    return `${JSON.stringify(head).slice(0, -1)},"samples":[${list}]}`;
  });
  const { profiles: _, ...head } = {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'hotframe',
    name: titleOfReport(report) ?? 'Profile',
    activeProfileIndex: shown.findIndex(({ onCpu }) => onCpu === most),
    shared: { frames: samples.frames },
    profiles: [],
  } satisfies SpeedscopeFile;
  return `${JSON.stringify(head).slice(0, -1)},"profiles":[${profiles.join(',')}]}\n`;
}

interface Timeline {
  isolate: number;
  onCpu: number;
  /** Nodes of the function stacks; 0 while no code ran. */
  nodes: number[];
  /** Whole microseconds, one for each of `nodes`. */
  weights: number[];
}

function timelineOf(
  profile: Profile,
  { nodeOf }: FunctionStacks,
  isolate: number,
  weight: number,
): Timeline {
  const { samples, intervalMicros, windowMs } = profile;
  const made: Timeline = { isolate, onCpu: 0, nodes: [], weights: [] };
  let now = 0;
  let isWaiting = false;
  let last = 0;
  const add = (node: number, micros: number): void => {
    if (micros <= 0) return;
    now += micros;
    if (made.nodes.at(-1) === node) {
      made.weights[made.weights.length - 1]! += micros;
      return;
    }
    made.nodes.push(node);
    made.weights.push(micros);
  };
  for (let i = 0; i < samples.node.length; i++) {
    if (samples.isolate[i] !== isolate) continue;
    const time = samples.timeMicros[i]!;
    // An idle thread is not sampled.
    if (time - last > 3 * intervalMicros) isWaiting = true;
    last = time;
    const node = samples.node[i]!;
    if (node < 0) {
      isWaiting = true;
      continue;
    }
    if (isWaiting) add(0, Math.round(time) - now);
    isWaiting = false;
    add(nodeOf[node]!, weight);
    made.onCpu++;
  }
  const end = Math.round(windowMs * 1000);
  if (isWaiting || end - last > 3 * intervalMicros) add(0, end - now);
  return made;
}

/** Makes the texts of stacks and numbers their frames in order of appearance. */
class SampleTexts {
  readonly frames: SpeedscopeFrame[] = [];
  readonly #frameOf = new Map<number, number>();
  readonly #texts: string[] = [''];

  constructor(
    private readonly functions: readonly ProfileFunction[],
    private readonly stacks: FunctionStacks,
  ) {}

  /** Indexes of a stack's frames, separated by commas; empty for the root. */
  of(node: number): string {
    const { tree } = this.stacks;
    const missing: number[] = [];
    for (let up = node; this.#texts[up] === undefined; up = tree.parents.at(up)) missing.push(up);
    for (const each of missing.reverse()) {
      const above = this.#texts[tree.parents.at(each)]!;
      const frame = this.#frame(tree.frames.at(each));
      this.#texts[each] = above === '' ? `${frame}` : `${above},${frame}`;
    }
    return this.#texts[node]!;
  }

  #frame(fn: number): number {
    let index = this.#frameOf.get(fn);
    if (index === undefined) {
      const { name, file, line, column } = this.functions[fn]!;
      index = this.frames.push({
        name,
        ...(file === '' ? {} : { file: plainLine(file) }),
        ...(line > 0 ? { line } : {}),
        ...(line > 0 && column > 0 ? { col: column } : {}),
      });
      index -= 1;
      this.#frameOf.set(fn, index);
    }
    return index;
  }
}
