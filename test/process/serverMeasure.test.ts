import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToComparison } from '../../src/shared/compareWire.ts';
import { type AnswerOf, methodOf, type RequestOf } from '../../src/shared/lspWire.ts';
import type { MeasureOptions, MeasureProgress, MeasureResult } from '../../src/shared/measure.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { workspaces } from './cliDriver.ts';
import { lightOptions } from './engineHarness.ts';
import { type ServerClient, uriOf, withClient } from './serverClient.ts';
import { detail, once } from '../support/detail.ts';

const server = readFileSync(join(workspaces, 'counted/server.js'), 'utf8');

/** A committed server, a storage folder, and both gone after the test. */
async function withRepository(
  body: (repository: GitRepository, storageFolder: string) => Promise<void>,
): Promise<void> {
  const repository = new GitRepository({ 'server.js': server });
  const storageFolder = realpathSync(mkdtempSync(join(tmpdir(), 'measure-storage-')));
  try {
    await body(repository, storageFolder);
  } finally {
    repository.remove();
    rmSync(storageFolder, { recursive: true, force: true });
  }
}

/** One state of the code with two amounts of work, as two launches. */
function variants(folder: string, options: Partial<MeasureOptions> = {}): MeasureOptions {
  const run = lightOptions(folder, { load: { rate: 200 } });
  const launch = (turns: number) => ({ ...run, env: { TURNS: String(turns) } });
  return {
    run,
    base: { kind: 'launch', name: 'little', launch: launch(100_000) },
    head: { kind: 'launch', name: 'much', launch: launch(500_000) },
    build: null,
    links: [],
    budgetS: 60,
    precisionPercent: 20,
    ...options,
  };
}

function measure(client: ServerClient, options: MeasureOptions): Promise<MeasureResult> {
  return client.connection.sendRequest(methodOf('measure'), {
    options,
  } satisfies RequestOf<'measure'>);
}

/** Of what is shown. */
function baselineOf(client: ServerClient): Promise<AnswerOf<'baseline'>> {
  return client.connection.sendRequest(methodOf('baseline'), { path: null });
}

async function page(client: ServerClient): Promise<ToComparison> {
  const request: RequestOf<'compareView'> = { message: { type: 'ready' } };
  const answer: AnswerOf<'compareView'> = await client.connection.sendRequest(
    methodOf('compareView'),
    request,
  );
  return answer.messages[0]!;
}

detail(
  'measures two launches for an editor, and holds what came out: the page, the lines, the runs',
  () =>
    withRepository((repository, storageFolder) =>
      withClient(async (client) => {
        await client.initialize({ storageFolder }, {}, uriOf(repository.folder));
        assert.equal((await baselineOf(client)).noRun, 'nothing-saved');
        const told: MeasureProgress[] = [];
        client.connection.onNotification(
          methodOf('measureProgress'),
          (progress: MeasureProgress) => {
            told.push(progress);
          },
        );
        const { report, problem } = await measure(client, variants(repository.folder));
        assert.equal(problem, null, problem?.message);
        assert.equal(report!.verdict.kind, 'slower', report!.sentence);
        assert.deepEqual(
          [report!.measured.baseText, report!.measured.headText],
          ['“little”', '“much”'],
        );
        // Every step is told: A B B A …
        const sides = told.flatMap(({ step }) =>
          step.kind === 'running' && step.state.phase === 'launching' ? [step.side] : [],
        );
        assert.deepEqual(sides.slice(0, 8), [
          ...['base', 'head', 'head', 'base'],
          ...['base', 'head', 'head', 'base'],
        ]);
        assert.ok(told.some(({ step }) => step.kind === 'running' && step.load !== null));
        assert.equal(told.at(-1)!.pairs, report!.pairs.length);
        assert.ok(told.at(-1)!.estimate!.change.percent > 50);

        const comparison = await page(client);
        assert.ok(comparison.type === 'comparison');
        assert.deepEqual(comparison.report.verdict, report!.verdict);
        assert.deepEqual(comparison.report.notes, report!.notes);
        const [line] = await client.lines(uriOf(repository.folder, 'server.js'));
        assert.match(line!.label, /^\d+(\.\d)? % ▲ \d/);

        const noise = readFileSync(join(storageFolder, 'noise.json'), 'utf8');
        assert.deepEqual(Object.values(JSON.parse(noise) as object), [report!.measured.noise]);
        assert.match(noise, /^\{"[0-9a-f]{64}":/, 'neither the command nor the load is in it');
        const folders = readdirSync(storageFolder).filter((name) => name.startsWith('measured-'));
        assert.equal(folders.length, 1);
        const runs = readdirSync(join(storageFolder, folders[0]!));
        const written = runs.filter((name) => name.endsWith('.hotframe'));
        assert.equal(written.length, report!.baseRuns + report!.headRuns);
        assert.ok(runs.includes('report.json'));
        assert.doesNotMatch(
          report!.warnings.join('\n'),
          /two servers|compares the code with itself/,
        );
        assert.equal((await baselineOf(client)).noRun, 'measured');
        await client.close();

        // As after a reload of the window.
        await withClient(async (next) => {
          await next.initialize({ storageFolder }, {}, uriOf(repository.folder));
          await next.until('it is compared again', () => next.comparisonChanges > 0);
          const again = await page(next);
          assert.ok(again.type === 'comparison', JSON.stringify(again));
          assert.deepEqual(again.report.verdict, report!.verdict);
          assert.deepEqual(again.report.notes, report!.notes);
          assert.deepEqual(again.report.warnings, report!.warnings);
          await next.close();
        });
      }),
    ),
);

once('ends with what is known, refuses a second one, and keeps the first where another fails', () =>
  withRepository((repository, storageFolder) =>
    withClient(async (client) => {
      await client.initialize({ storageFolder });
      let pairs = 0;
      client.connection.onNotification(methodOf('measureProgress'), (progress: MeasureProgress) => {
        if (progress.pairs > pairs) void client.notify(methodOf('stop'));
        ({ pairs } = progress);
      });
      const first = measure(client, variants(repository.folder));
      const second = await measure(client, variants(repository.folder));
      assert.equal(second.problem?.kind, 'already-running');
      const { report } = await first;
      assert.equal(report?.measured.ended, 'cancelled');
      assert.equal(report.baseRuns, 1);
      assert.equal(report.metrics[0]!.noisePercent, null);
      const kept = await page(client);

      const base = { kind: 'revision', revision: 'nowhere' } as const;
      const failed = await measure(client, variants(repository.folder, { base }));
      assert.equal(failed.problem?.kind, 'unknown-revision');
      assert.deepEqual(await page(client), kept);
      assert.equal(
        readdirSync(storageFolder).filter((name) => name.startsWith('measured-')).length,
        1,
      );
      await client.close();
    }),
  ),
);

detail('says that a file was edited while it was measured', () =>
  withRepository((repository, storageFolder) =>
    withClient(async (client) => {
      await client.initialize({ storageFolder });
      let pairs = 0;
      client.connection.onNotification(methodOf('measureProgress'), (progress: MeasureProgress) => {
        if (progress.pairs === pairs) return;
        ({ pairs } = progress);
        if (pairs === 1) writeFileSync(join(repository.folder, 'server.js'), `${server}// later\n`);
        else void client.notify(methodOf('stop'));
      });
      const { report } = await measure(client, variants(repository.folder));
      assert.match(
        report!.warnings.join('\n'),
        /^server\.js changed while it was measured, so the runs of the head are not/m,
      );
      await client.close();
    }),
  ),
);

once('measures nothing before the workspace is trusted', () =>
  withRepository((repository) =>
    withClient(async (client) => {
      await client.initialize({ trusted: false });
      const { problem } = await measure(client, variants(repository.folder));
      assert.equal(problem?.kind, 'untrusted-workspace');
      await client.close();
    }),
  ),
);
