import {
  Function as PprofFunction,
  Label,
  Line,
  Location,
  Mapping,
  Profile as Pprof,
  Sample,
  StringTable,
  ValueType,
} from 'pprof-format';
import type { Report } from '../../shared/report.ts';
import { CallTree } from '../profile/callTree.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { medianIntervalMicros } from '../profile/medianInterval.ts';
import { isolateNames } from './isolateNames.ts';

/**
 * Writes pprof's protocol buffer, without the gzip of its files: all frames with the lines that
 * ran, and for each stack its on-CPU samples and the CPU time they stand for. With several
 * processes or threads, the label `process` names them.
 */
export function pprofBytes(profile: Profile, report: Report): Uint8Array {
  return new PprofWriter(profile, report).write();
}

const mappingId = 1;

class PprofWriter {
  readonly #strings = new StringTable();
  readonly #functions: PprofFunction[] = [];
  readonly #functionIds = new Map<number, number>();
  readonly #locations: Location[] = [];
  readonly #locationIds = new Map<string, number>();
  /** Calls by function and line: tiers and columns of a line share a node. */
  readonly #tree = new CallTree();

  constructor(
    private readonly profile: Profile,
    private readonly report: Report,
  ) {}

  write(): Uint8Array {
    const { profile, report } = this;
    const text = (value: string): number => this.#strings.dedup(value);
    const nanosPerSample = Math.max(1, Math.round(medianIntervalMicros(profile) * 1000));
    const cpu = { type: text('cpu'), unit: text('nanoseconds') };
    const end = Date.parse(report.takenAt ?? '');
    return new Pprof({
      sampleType: [
        new ValueType({ type: text('samples'), unit: text('count') }),
        new ValueType(cpu),
      ],
      defaultSampleType: cpu.type,
      sample: this.#samples(nanosPerSample),
      mapping: [
        new Mapping({
          id: mappingId,
          filename: text('node'),
          hasFunctions: true,
          hasFilenames: true,
          hasLineNumbers: true,
          hasInlineFrames: true,
        }),
      ],
      location: this.#locations,
      function: this.#functions,
      stringTable: this.#strings,
      ...(Number.isNaN(end)
        ? {}
        : { timeNanos: BigInt(Math.round(end - profile.windowMs)) * 1_000_000n }),
      durationNanos: BigInt(Math.round(profile.windowMs)) * 1_000_000n,
      periodType: new ValueType(cpu),
      period: nanosPerSample,
    }).encode();
  }

  #samples(nanosPerSample: number): Sample[] {
    const { profile } = this;
    const nodeOf = this.#nodes();
    const { node, isolate } = profile.samples;
    const counts = profile.isolates.map(() => new Map<number, number>());
    for (let i = 0; i < node.length; i++) {
      if (node[i]! < 0) continue;
      const at = nodeOf[node[i]!]!;
      const ofIsolate = counts[isolate[i]!]!;
      ofIsolate.set(at, (ofIsolate.get(at) ?? 0) + 1);
    }
    const labels = this.#labels();
    return counts.flatMap((ofIsolate, index) =>
      [...ofIsolate].map(([at, count]) => {
        const locationId: number[] = [];
        for (let up = at; up > 0; up = this.#tree.parents.at(up)) {
          locationId.push(this.#tree.frames.at(up));
        }
        const value = [count, count * nanosPerSample];
        return new Sample({ locationId, value, label: labels[index]! });
      }),
    );
  }

  #labels(): Label[][] {
    const names = isolateNames(this.profile, this.report);
    if (names.length < 2) return names.map(() => []);
    const key = this.#strings.dedup('process');
    return names.map((name) => [new Label({ key, str: this.#strings.dedup(name) })]);
  }

  /** The node of our tree for each node of the profile. */
  #nodes(): Int32Array {
    const { nodes } = this.profile;
    const nodeOf = new Int32Array(nodes.parent.length);
    for (let node = 1; node < nodeOf.length; node++) {
      const location = this.#location(nodes.frame[node]!);
      nodeOf[node] = this.#tree.child(nodeOf[nodes.parent[node]!]!, location);
    }
    return nodeOf;
  }

  #location(frame: number): number {
    const { frames } = this.profile;
    const fn = frames.function[frame]!;
    // 0 marks an unknown line; the function's first line would look like one that ran.
    const line = frames.exact[frame] === 1 ? frames.line[frame]! : 0;
    const key = `${fn}:${line}`;
    let id = this.#locationIds.get(key);
    if (id === undefined) {
      id = this.#locations.length + 1;
      this.#locationIds.set(key, id);
      const place = new Line({ functionId: this.#function(fn), line });
      this.#locations.push(new Location({ id, mappingId, line: [place] }));
    }
    return id;
  }

  #function(index: number): number {
    let id = this.#functionIds.get(index);
    if (id === undefined) {
      const fn = this.profile.functions[index]!;
      id = this.#functions.length + 1;
      this.#functionIds.set(index, id);
      this.#functions.push(
        new PprofFunction({
          id,
          name: this.#strings.dedup(shownName(fn)),
          systemName: this.#strings.dedup(fn.name),
          filename: this.#strings.dedup(fn.file),
          startLine: fn.line,
        }),
      );
    }
    return id;
  }
}

/** Adds the place to anonymous functions, as pprof sums up functions of the same name. */
function shownName({ name, file, line }: ProfileFunction): string {
  if (name !== '(anonymous)' || file === '') return name;
  return `${name} ${file.replace(/^.*[/\\]/, '')}:${line}`;
}
