import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openProfiles } from '../../src/engine/import/openProfiles.ts';
import type { Random } from '../support/random.ts';
import { mutateJson, mutateText } from './mutate.ts';
import type { FuzzSubject } from './runFuzz.ts';
import { checkFigures, useProfile } from './useProfile.ts';

const fixtures = join(import.meta.dirname, '../fixtures/imports');
const read = (name: string) => readFileSync(join(fixtures, name));
const json = (name: string): unknown => {
  const bytes = read(name);
  return JSON.parse((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8'));
};

/** What other profilers write as JSON, opened as the command and the editor do. */
export const importedJson: FuzzSubject = {
  name: 'profiles of other programs',
  prepare() {
    const { nodes, samples, timeDeltas, ...times } = json('node20.cpuprofile') as {
      nodes: object[];
      samples: number[];
      timeDeltas: number[];
    };
    const cpuProfile = { nodes, samples, timeDeltas, ...times };
    const { traceEvents } = json('trace.json.gz') as { traceEvents: object[] };
    const stacks = json('4712.clinic-flame/4712.clinic-flame-samples') as object[][];
    const bases = [
      cpuProfile,
      { ...cpuProfile, timeDeltas: [], samples: [] },
      {
        head: headOf(nodes as CpuNode[]),
        samples,
        startTime: 1,
        endTime: 2,
        timestamps: timeDeltas,
      },
      { traceEvents: traceEvents.slice(0, 12) },
      stacks.slice(0, 60),
      smallPreprocessed(json('preprocessed.json.gz') as Preprocessed),
    ];
    return opener('profile.json', (random) => {
      const base = random.pick(bases);
      return random.chance(0.8)
        ? JSON.stringify(mutateJson(base, random))
        : mutateText(JSON.stringify(base), random);
    });
  },
};

/** pprof and logs, gzipped or not. */
export const importedBytes: FuzzSubject = {
  name: 'binary profiles of other programs',
  prepare() {
    const pprofs = ['datadog.pb.gz', 'datadog-lines.pb.gz', 'flame-cpu.pb', 'flame-heap.pb'].map(
      read,
    );
    return opener('profile.pb', (random) => {
      const base = random.pick(pprofs);
      if (random.chance(0.2)) return mutateBytes(base, random);
      const isZipped = base[0] === 0x1f;
      const changed = mutateBytes(isZipped ? gunzipSync(base) : base, random);
      return random.chance(0.3) ? gzipSync(changed) : changed;
    });
  },
};

function opener(
  name: string,
  make: (random: Random) => string | Uint8Array,
): ReturnType<FuzzSubject['prepare']> {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-fuzz-'));
  const path = join(folder, name);
  return {
    async try(random) {
      const content = make(random);
      writeFileSync(path, content);
      const { profile, report } = await openProfiles([path], {
        workspaceFolders: random.chance(0.5) ? ['/srv/shop'] : [],
        areas: ['app'],
      });
      checkFigures(report);
      useProfile(profile, report);
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}

/** One to four things wrong: bytes, pieces, or the end. */
function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let changed = Buffer.from(bytes);
  for (let count = 1 + random.below(4); count > 0 && changed.length > 0; count--) {
    const at = random.below(changed.length);
    switch (random.below(4)) {
      case 0:
        changed[at] = random.below(256);
        break;
      case 1:
        changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + random.below(50))]);
        break;
      case 2: {
        const piece = changed.subarray(at, at + random.below(200));
        changed = Buffer.concat([changed.subarray(0, at), piece, changed.subarray(at)]);
        break;
      }
      default:
        if (random.chance(0.3)) changed = changed.subarray(0, at);
        else changed[at] = 0xff;
    }
  }
  return changed;
}

interface CpuNode {
  id: number;
  children?: number[];
  callFrame: object;
}

/** The oldest form: nodes in nodes. */
function headOf(nodes: CpuNode[]): object {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const made = ({ id, callFrame, children = [] }: CpuNode): object => ({
    ...callFrame,
    id,
    hitCount: 1,
    children: children.map((child) => made(byId.get(child)!)),
  });
  return made(nodes[0]!);
}

interface Preprocessed {
  code: { func?: number; source?: { fns: (number | null)[] } }[];
  functions: { codes: number[] }[];
  ticks: { s: number[] }[];
  scripts: unknown[];
}

/** Of its ticks the last ones, with the code that they are in. */
function smallPreprocessed({ code, functions, ticks, scripts }: Preprocessed): Preprocessed {
  const kept = ticks.slice(-60);
  const used = [...new Set(kept.flatMap(({ s }) => s.filter((_, i) => i % 2 === 0)))];
  const codes = used.filter((index) => index >= 0);
  const place = new Map(codes.map((index, at) => [index, at]));
  return {
    code: codes.map((index) => code[index]!),
    functions: functions.slice(0, 3),
    ticks: kept.map((tick) => ({
      ...tick,
      s: tick.s.map((value, i) => (i % 2 === 0 ? (place.get(value) ?? -1) : value)),
    })),
    scripts: scripts.filter((script) => JSON.stringify(script).includes('/srv/shop')),
  };
}
