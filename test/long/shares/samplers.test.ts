import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import { measured } from '../../shares/measured.ts';
import type { Profile } from '../../../src/analysis/profile/profile.ts';
import type { Sampler } from '../../../src/shared/profileOrigin.ts';
import { inliningFlags } from '../../../src/shared/samplerText.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';
import { hotSelf, zooServer, type ZooServer } from '../../support/zoo.ts';
import { succeeded, watchRun, withFolder, type Watched } from '../../process/engineHarness.ts';
import { profileZoo } from '../../process/profileZoo.ts';

const majors = testedLines([20, 24]);
const plain = zooServer('plain-cjs');
const cluster = zooServer('cluster');
/** Hundreds of samples, where the shares are 20 points and more above their floors. */
const load = { durationS: 1, warmupS: 0.8 };

const known = {
  v8log: { tiers: undefined, lines: undefined },
  '0x': { tiers: undefined, lines: undefined },
  inspector: { tiers: false, lines: 'innermost' },
} as const satisfies Record<Sampler, object>;

for (const major of majors) {
  describe(`on Node ${major}`, () => {
    for (const sampler of Object.keys(known) as Sampler[]) {
      test(`${sampler} finds the hot line, and says what it knows`, (context) =>
        judged(context, plain, major, sampler, ({ report, profile }) => {
          assert.equal(report.failure, null, report.failure?.message);
          assert.equal(report.functions[0]?.name, plain.expect!.functionName);
          const self = hotSelf(report, plain.expect!);
          assert.ok(self >= plain.expect!.minSelf, `${sampler}: ${self}`);
          const { tiers, lines } = report.sampling!;
          assert.deepEqual(
            { sampler: report.sampling!.sampler, tiers, lines },
            { sampler, ...known[sampler] },
          );
          const optimized = report.functions[0].tiers.turbofan + report.functions[0].tiers.maglev;
          if (sampler === 'inspector') {
            assert.equal(optimized, 0);
            assert.equal(report.functions.filter(({ marker }) => marker !== null).length, 0);
          } else assert.ok(optimized > report.functions[0].own / 2, `${optimized}`);
          assert.equal(profile!.isolates[0]!.role, 'main');
          assert.equal(profile!.isolates[0]!.pid, report.target!.pid);
        }));
    }

    test('the processes of a cluster and their children are sampled by the inspector', (context) =>
      judged(context, cluster, major, 'inspector', ({ report }) => {
        assert.equal(report.failure, null, report.failure?.message);
        const self = hotSelf(report, cluster.expect!);
        assert.ok(self >= cluster.expect!.minSelf, `${self}`);
        assert.ok(report.target!.processes.filter(({ role }) => role === 'child').length > 1);
      }));

    test('a cluster by 0x is refused in a sentence', async () => {
      // It is refused when no port has been opened in this time.
      const options = { sampler: '0x', startTimeoutS: 3 } as const;
      const { report } = await profileZoo(cluster, major, {}, options);
      assert.match(report.failure?.message ?? '', /forks processes.* and 0x does not support that/);
    });

    test('without inlining, own shares by v8log and by inspector are the same', (context) =>
      agrees(context, major));

    test('with inlining, the report says how much time has no known line', (context) =>
      measured(
        context,
        () => withAndWithoutInlining(major),
        ({ inlined, apart }) => {
          const { misplacedShare = 0 } = inlined.sampling!;
          assert.ok(misplacedShare > 0.2, `${misplacedShare}`);
          const flags = inliningFlags(inlined.target!.node);
          const note = inlined.notes.find((each) => each.includes('the line is not known'));
          assert.ok(note?.includes(`\`node ${flags.join(' ')}\``), note);
          // The lines of the other file are on none of this one's.
          const wrong = inlined.lines.filter(
            ({ file, line }) => file.endsWith('server.js') && line > lastServerLine,
          );
          assert.deepEqual(wrong, []);

          // The flags that the note advises help.
          assert.equal(apart.sampling!.misplacedShare, 0);
          const mix = apart.functions.find(({ name }) => name === 'mix');
          assert.ok(mix && mix.own > 0.2, JSON.stringify(apart.functions.slice(0, 3)));
        },
        ({ inlined, apart }) => [inlined, apart],
      ));
  });
}

function judged(
  context: TestContext,
  server: ZooServer,
  major: number,
  sampler: Sampler,
  judge: (watched: Watched) => void,
): Promise<void> {
  return measured(
    context,
    () => profileZoo(server, major, load, { sampler }),
    judge,
    ({ report }) => [report],
  );
}

/**
 * The same work in each request of each process: three loops of their own lengths. In many calls: what
 * is called seldom is optimized late where another program has the CPU, and then works otherwise.
 */
const fixedWork = `
function add(n) { let all = 0; for (let i = 0; i < n; i++) all = (all + i * 3) | 0; return all; }
function divide(n) { let all = 1; for (let i = 1; i < n; i++) all = (all + 1e9 / i) % 1e6; return all; }
function shift(n) { let all = 1; for (let i = 0; i < n; i++) all = Math.imul(all ^ (all >>> 5), 31 + i); return all; }
require('http').createServer((request, response) => {
  let all = 0;
  for (let i = 0; i < 100; i++) all += add(20000) + divide(1500) + shift(7000);
  response.end(String(all));
}).listen(0, '127.0.0.1');
`;

/**
 * `mix` is so small and hot that V8 inlines it into the other file. Both are called until V8 has optimized them, before
 * there is a load: on a busy machine that comes late, and until then what calls `mix` has most of the time.
 */
const inlining = {
  'server.js': `
const { mix } = require('./mix.js');
function sum(n) {
  let all = 0;
  for (let i = 0; i < n; i++) all += mix(i, n);
  return all;
}
for (let i = 0; i < 100000; i++) sum(1000);
require('http').createServer((request, response) => {
  let all = 0;
  for (let i = 0; i < 200; i++) all += sum(1000);
  response.end(String(all));
}).listen(0, '127.0.0.1');
`,
  'mix.js': `${'\n'.repeat(40)}exports.mix = function mix(i, n) {
  let x = i * 31 + n;
  x ^= x >>> 3;
  x = Math.imul(x, 0x45d9f3b);
  x ^= x >>> 7;
  return x & 255;
};
`,
};

const lastServerLine = inlining['server.js'].split('\n').length;

async function withAndWithoutInlining(major: number): Promise<{ inlined: Report; apart: Report }> {
  const node = await nodeBinary(major);
  const reports: Report[] = [];
  await withFolder(inlining, async (folder) => {
    for (const flags of [[], inliningFlags(`${major}.0.0`)]) {
      const watched = await watchRun(folder, {
        command: ['node', ...flags, 'server.js'],
        node,
        sampler: 'inspector',
        load: { durationS: 1, warmupS: 1 },
      });
      reports.push(succeeded(watched).report);
    }
  });
  const [inlined, apart] = reports as [Report, Report];
  return { inlined, apart };
}

/** How many standard errors two figures of the same thing may differ by: beyond it in 1 of 15,800 pairs. */
const maxErrors = 4;

function agrees(context: TestContext, major: number): Promise<void> {
  return measured(
    context,
    () => largestDifference(major),
    ({ words, errors }) => {
      context.diagnostic(words);
      assert.ok(errors <= maxErrors, words);
    },
    ({ reports }) => reports,
  );
}

async function largestDifference(
  major: number,
): Promise<{ words: string; errors: number; reports: Report[] }> {
  const node = await nodeBinary(major);
  const shares: Map<string, Estimate>[] = [];
  const reports: Report[] = [];
  for (const sampler of ['v8log', 'inspector'] as const) {
    await withFolder({ 'server.js': fixedWork }, async (folder) => {
      const { profile, report } = succeeded(
        await watchRun(folder, {
          command: ['node', ...inliningFlags(`${major}.0.0`), 'server.js'],
          node,
          sampler,
          load: { durationS: 8, warmupS: 1, connections: 2 },
        }),
      );
      shares.push(ownShares(profile!));
      reports.push(report);
    });
  }
  const [log, inspector] = shares as [Map<string, Estimate>, Map<string, Estimate>];
  let errors = -1;
  const words: string[] = [];
  for (const [name, of] of log) {
    if (of.share < 0.05) continue;
    const other = inspector.get(name) ?? { share: 0, error: 0 };
    const error = Math.hypot(of.error, other.error);
    const apart = Math.abs(of.share - other.share) / error;
    words.push(
      `${name} ${percent(of.share)} by v8log, ${percent(other.share)} by inspector, ${apart.toFixed(1)} standard errors of ${percent(error)}`,
    );
    errors = Math.max(errors, apart);
  }
  assert.ok(words.length >= 3, words.join('; '));
  return { words: words.join('; '), errors, reports };
}

interface Estimate {
  share: number;
  error: number;
}

const blocks = 40;

/**
 * Own share of each function of the server's own, with its standard error from the shares of blocks
 * of the window: samples that follow each other are of the same call, so they are not independent.
 */
function ownShares({
  functions,
  frames,
  nodes,
  samples,
  windowMs,
}: Profile): Map<string, Estimate> {
  const counts = Array.from({ length: blocks }, () => new Map<string, number>());
  const onCpu = new Float64Array(blocks);
  samples.node.forEach((node, at) => {
    const block = Math.floor((samples.timeMicros[at]! / 1000 / windowMs) * blocks);
    if (node < 0 || block < 0 || block >= blocks) return;
    onCpu[block]!++;
    const fn = functions[frames.function[nodes.frame[node]!]!]!;
    if (fn.area !== 'app') return;
    counts[block]!.set(fn.name, (counts[block]!.get(fn.name) ?? 0) + 1);
  });
  // Where other programs have the CPU, a block may have no sample.
  const sampled = counts.flatMap((each, block) => (onCpu[block]! > 0 ? [{ each, block }] : []));
  const names = new Set(counts.flatMap((each) => [...each.keys()]));
  return new Map(
    [...names].map((name) => {
      const values = sampled.map(({ each, block }) => (each.get(name) ?? 0) / onCpu[block]!);
      const share = values.reduce((sum, value) => sum + value, 0) / values.length;
      const squares = values.reduce((sum, value) => sum + (value - share) ** 2, 0);
      const variance = squares / (values.length - 1);
      return [name, { share, error: Math.sqrt(variance / values.length) }];
    }),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
