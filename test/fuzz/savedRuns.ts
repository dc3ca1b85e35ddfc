import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { profileSummary } from '../../src/server/profile/profileSummary.ts';
import { readSavedRun } from '../../src/engine/profile/savedRunFile.ts';
import { LoadedProfile } from '../../src/server/profile/loadedProfile.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { terminalReport } from '../../src/cli/terminal/terminalReport.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import type { Random } from '../support/random.ts';
import { mutateJson, mutateText } from './mutate.ts';
import type { FuzzSubject } from './runFuzz.ts';
import { useProfile } from './useProfile.ts';

/** Saved runs and what else has their ending, opened as the language server opens them. */
export const savedRuns: FuzzSubject = {
  name: 'saved runs',
  prepare() {
    const profile = profileFromText(`
      main:1       main:1       main:1  idle  main:2     main:2
      route:9      route:10     gc            ^slow:7    ~slow:8
      parse:4@lib  read:4@node                regexp@v8  slow:8
    `);
    profile.deopts.push({
      timeMicros: 10,
      function: 1,
      siteFunction: 2,
      file: '/app/main.js',
      line: 9,
      column: 2,
      kind: 'deopt-eager',
      reason: 'wrong map',
    });
    profile.icSites = [
      {
        ...{ file: '/app/main.js', line: 9, column: 4, isolate: 0 },
        ...{ kind: 'load', property: 'price', state: 'megamorphic' },
        ...{ shapeCount: 12, shapes: ['{ id, price }'], keyCount: 0, misses: 3 },
      },
    ];
    profile.frames.inlined = profile.frames.tier.map((_, i) => i & 1);
    profile.tierChanges = [
      {
        ...{ function: 1, isolate: 0, leftOut: 0, madeInWindow: 0 },
        changes: [
          { timeMicros: -20, type: 'compiled', tier: 1, codeBytes: 40, onStack: false },
          { timeMicros: -10, type: 'compiled', tier: 4, codeBytes: 90, onStack: false },
          {
            ...{ timeMicros: 10, type: 'deopt', tier: 4, onStack: false, siteFunction: 2 },
            ...{ line: 9, column: 2, kind: 'deopt-eager', reason: 'wrong map' },
          },
          { timeMicros: 12, type: 'disabled', reason: 'Optimization is always disabled' },
        ],
      },
    ];
    profile.sources.set('/app/main.js', 'main();\nroute();\n');
    const own = saveRun(profile, reportOf(profile));
    const { hotframe, ...standard } = JSON.parse(own) as { hotframe: unknown };
    void hotframe;
    const foreign = JSON.stringify(standard);
    const folder = mkdtempSync(join(tmpdir(), 'hotframe-fuzz-'));
    const path = join(folder, 'run.cpuprofile');
    const style = createStyle({ columns: 100, colour: false, baseFolder: '/app' });
    return {
      async try(random) {
        const base = random.chance(0.2) ? foreign : own;
        const text = random.chance(0.7)
          ? JSON.stringify(mutateJson(JSON.parse(base), random))
          : mutateText(base, random);
        writeFileSync(path, random.chance(0.3) ? brokenGzip(text, random) : text);
        const run = readSavedRun(path);
        const shown = new LoadedProfile(run, path, run.takenAt, []);
        profileSummary(shown);
        useProfile(run.profile, run.report);
        const { functionsAt, sourceOf } = shown;
        terminalReport({ report: run.report, sourceOf, functionsAt }, style);
      },
      end: () => rmSync(folder, { recursive: true }),
    };
  },
};

/** As the store keeps it: whole, cut off, or with one byte that is another. */
function brokenGzip(text: string, random: Random): Uint8Array {
  const bytes = gzipSync(text);
  if (random.chance(0.2)) return bytes.subarray(0, random.below(bytes.length));
  if (random.chance(0.2)) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
