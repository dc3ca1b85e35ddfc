import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { FunctionReport, Report } from '../../../src/shared/report.ts';
import type { TierStory } from '../../../src/shared/tierStory.ts';
import { tiers, type Tier } from '../../../src/shared/vocabulary.ts';
import { testedLines } from '../../support/nodeVersions.ts';
import { markedLine, tiersServer } from '../../support/zoo.ts';
import { tierOfStatus } from './optimizationStatus.ts';
import { profileTiers, type TiersRun } from './profileTiers.ts';

/** One on each line: what is told of its functions is compared with two sources. */
const runs = new Map<number, Promise<TiersRun>>();

async function runOn(major: number): Promise<TiersRun> {
  const run = runs.get(major) ?? profileTiers(major);
  runs.set(major, run);
  const { report } = await run;
  assert.equal(report.failure, null, report.failure?.message);
  return run;
}

/** What V8 does with each function of the server `tiers`, by its own log and flags. */
describe('each function is marked as V8 treats it, with the reason and the line', () => {
  for (const major of testedLines()) {
    // Node.js 22 brought it, and has it off from 22.9 on.
    const hasMaglev = major >= 24;
    test(`on Node ${major}`, async (context) => {
      const server = tiersServer(major);
      const { report } = await runOn(major);
      const line = (file: string, marker: string) =>
        markedLine(path.join(server.folder, file), `// hot: ${marker}`);
      for (const each of report.functions.filter(({ story }) => story !== undefined)) {
        if (each.area === 'app') context.diagnostic(words(each));
      }

      const ignition = told(report, 'stopsLowInIgnition');
      assert.equal(ignition.marker, 'not-optimized');
      assert.equal(mainTier(ignition), 'ignition');
      assert.equal(ignition.story.lastTier, 'ignition');
      assert.equal(ignition.story.notOptimized?.type, 'unknown', 'a flag is none of V8’s reasons');
      const hot = report.lines.find(
        (each) => each.file.endsWith('tiers.js') && each.line === line('tiers.js', 'ignition'),
      );
      assert.ok(hot?.exact, JSON.stringify(hot));

      const sparkplug = told(report, 'stopsLowInSparkplug');
      assert.equal(sparkplug.marker, 'not-optimized');
      assert.equal(mainTier(sparkplug), 'sparkplug');
      assert.equal(sparkplug.story.lastTier, 'sparkplug');

      const maglev = told(report, 'stopsInMaglev');
      assert.equal(mainTier(maglev), hasMaglev ? 'maglev' : 'sparkplug');
      assert.equal(maglev.story.lastTier, hasMaglev ? 'maglev' : 'sparkplug');
      assert.equal(maglev.marker, hasMaglev ? null : 'not-optimized');
      assert.equal(maglev.story.notOptimized === null, hasMaglev);

      const turbofan = told(report, 'settles');
      assert.equal(turbofan.marker, null, turbofan.reason ?? '');
      assert.equal(mainTier(turbofan), 'turbofan');
      assert.equal(turbofan.story.lastTier, 'turbofan');
      assert.equal(turbofan.story.notOptimized, null);

      const loop = told(report, 'neverSettles');
      assert.equal(loop.marker, 'deopt-loop');
      const reason = loop.story.notOptimized;
      assert.ok(reason?.type === 'deopt-loop', JSON.stringify(reason));
      // Maglev of the newer lines checks at the loop's head.
      assert.deepEqual(
        [reason.site.reason, reason.site.line],
        major >= 24
          ? [
              'map changed during operation',
              markedLine(path.join(server.folder, 'deopts.js'), 'for (const field in order)'),
            ]
          : ['wrong map', line('deopts.js', 'deopt site')],
      );
      assert.ok(path.basename(reason.site.file) === 'deopts.js' && reason.count >= 4);
      assert.ok(
        loop.story.changes.some((change) => change.type === 'deopt' && change.atMs < 0),
        'warm-up is kept',
      );

      const shapes = told(report, 'readsManyShapes');
      assert.equal(shapes.marker, null, 'an access to many shapes is optimized code');

      const inlined = told(report, 'distance');
      assert.equal(inlined.marker, null, inlined.reason ?? '');
      const [caller] = inlined.story.inlinedInto;
      assert.equal(caller?.name, 'sumOfDistances');
      assert.equal(path.basename(caller.file), 'callers.js');
      assert.ok(caller.share > 0.8, `${caller.share}`);
      const body = report.lines.find((each) => each.file.endsWith('distance.js'));
      assert.equal(body?.line, line('distance.js', 'inlined'));

      const closure = told(report, 'sum');
      assert.equal(closure.marker, null, closure.reason ?? '');
      assert.equal(closure.line, line('callers.js', 'closure'));
      assert.equal(mainTier(closure), 'turbofan');

      const large = told(report, 'tooLarge');
      assert.equal(large.marker, 'not-optimized');
      const limit = large.story.notOptimized;
      assert.ok(
        limit?.type === 'too-large' && limit.bytecodeBytes > limit.limitBytes,
        large.reason ?? '',
      );

      const anew = told(report, 'evaluatedAnew');
      assert.equal(anew.marker, 'not-optimized');
      const never = anew.story.notOptimized;
      assert.ok(never?.type === 'never-hot', JSON.stringify(never));
      assert.ok(never.evidence.type === 'made-anew', JSON.stringify(never));
      const { requests } = report.load!;
      // At either end of the window some requests are under way.
      const apart = Math.abs(never.evidence.count - requests);
      assert.ok(apart <= 6, `made anew ${never.evidence.count} times in ${requests} requests`);
    });
  }
});

/** `neverSettles` changes its tier many times a second, and the last statuses are up to 0.1 s old. */
const restless = 'neverSettles';
/** The window may end between two of them. */
const lastStatuses = 3;
const minCompared = 7;

describe('the last tier is the one that V8 itself says', () => {
  for (const major of testedLines().filter((each) => each >= 20)) {
    test(`on Node ${major}`, async (context) => {
      const { report, statuses } = await runOn(major);
      const last = statuses.slice(-lastStatuses);
      assert.equal(last.length, lastStatuses);
      let compared = 0;
      for (const name of Object.keys(last[0]!)) {
        const story = report.functions.find((each) => each.name === name)?.story;
        if (!story || name === restless) continue;
        compared++;
        const said = last.map((status) => tierOfStatus(status[name]!, major));
        context.diagnostic(`${name}: V8 ${said.join(', ')}; report ${story.lastTier}`);
        assert.ok(
          said.some((tier) => tier === story.lastTier),
          `${name}: V8 says ${said.join(', ')}, the report ${story.lastTier}: ${JSON.stringify(story.changes)}`,
        );
      }
      assert.ok(compared >= minCompared, `${compared} functions were compared`);
    });
  }
});

function told(report: Report, name: string): FunctionReport & { story: TierStory } {
  const found = report.functions.find((each) => each.name === name);
  const known = report.functions.map((each) => each.name).slice(0, 20);
  assert.ok(found?.story, `${name} is not told of; there are ${known.join(', ')}`);
  return { ...found, story: found.story };
}

/** The tier that most own samples ran in. */
function mainTier({ tiers: shares }: FunctionReport): Tier {
  return [...tiers].sort((a, b) => shares[b] - shares[a])[0]!;
}

function words({ name, own, marker, reason, story }: FunctionReport): string {
  const own100 = (own * 100).toFixed(1);
  return `${name}: own ${own100} %, ${story?.lastTier ?? '?'}, ${marker ?? 'no marker'}, ${reason ?? ''}, ${story?.notOptimized?.type ?? ''}`;
}
