import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { IsolateLog } from '../../../src/analysis/log/isolateLog.ts';
import { V8LogReader } from '../../../src/analysis/log/v8LogReader.ts';
import { recordLog } from '../../support/recordLog.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';
import { zooServer } from '../../support/zoo.ts';

/** Own samples by function (`name url:line:column`) and how many samples were on CPU. */
interface OwnSamples {
  byFunction: Map<string, number>;
  onCpu: number;
}

/** What `node --prof-process --preprocess` prints. */
interface Preprocessed {
  code: { name: string; type: string; kind?: string; func?: number }[];
  functions: { name: string }[];
  /** `s` is pairs of code and offset, innermost first. */
  ticks: { vm: number; s: number[] }[];
}

/** V8's states in which no code runs. */
const waiting = new Set([7, 8]);

function ownByReader(path: string, lost: readonly boolean[]): OwnSamples {
  const log = new IsolateLog();
  const reader = new V8LogReader(log);
  reader.push(readFileSync(path));
  reader.end();
  const own: OwnSamples = { byFunction: new Map(), onCpu: 0 };
  const nodes = log.sampleNodes.toArray();
  assert.equal(nodes.length, lost.length);
  nodes.forEach((node, sample) => {
    if (node < 0) return;
    own.onCpu++;
    if (lost[sample]) return;
    const frame = log.code.frames[log.tree.frames.at(node)];
    const fn = frame && log.code.functions[frame.function];
    if (fn?.area === null) add(own.byFunction, fn.text);
  });
  return own;
}

/**
 * Tells for each sample whether it may lack the interpreted function that ran, so that V8's processor takes its caller
 * for it, see `LogCode.mayLoseInterpreted`.
 */
function withoutInterpreted({ code, ticks }: Preprocessed, major: number): boolean[] {
  return ticks.map(({ s }) => {
    const at = code[s[0]!];
    return at?.name === 'InterpreterEntryTrampoline' || (major === 20 && isHandler(at));
  });
}

function isHandler(code: { kind?: string } | undefined): boolean {
  return code?.kind === 'BytecodeHandler';
}

function ownByV8({ code, functions, ticks }: Preprocessed, lost: readonly boolean[]): OwnSamples {
  const own: OwnSamples = { byFunction: new Map(), onCpu: 0 };
  for (const [sample, tick] of ticks.entries()) {
    if (waiting.has(tick.vm)) continue;
    own.onCpu++;
    if (tick.vm !== 0 || lost[sample]) continue;
    for (let i = 0; i < tick.s.length; i += 2) {
      const at = code[tick.s[i]!];
      // The interpreter works for the function below it on the stack.
      if (isHandler(at)) continue;
      if (at?.type === 'JS') add(own.byFunction, functions[at.func!]?.name ?? at.name);
      break;
    }
  }
  return own;
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** V8's processor knows no inlining, so the target runs without it: then both see every function. */
describe('own shares agree with V8’s own processor within half a point', () => {
  for (const major of testedLines()) {
    test(`on Node ${major}`, async (context) => {
      const node = await nodeBinary(major);
      const folder = mkdtempSync(join(tmpdir(), 'prof-process-'));
      try {
        const flags = ['--no-turbo-inlining', ...(major >= 22 ? ['--no-maglev-inlining'] : [])];
        const server = join(zooServer('truth').folder, 'server.js');
        const path = await recordLog(folder, { node, flags, script: server, seconds: 1.5 });
        const peer = spawnSync(node, ['--prof-process', '--preprocess', path], {
          encoding: 'utf8',
          maxBuffer: 1 << 30,
        });
        assert.equal(peer.status, 0, peer.stderr);
        const preprocessed = JSON.parse(peer.stdout) as Preprocessed;
        const lost = withoutInterpreted(preprocessed, major);
        const theirs = ownByV8(preprocessed, lost);
        const ours = ownByReader(path, lost);
        assert.equal(ours.onCpu, theirs.onCpu);
        let worst = 0;
        for (const name of new Set([...ours.byFunction.keys(), ...theirs.byFunction.keys()])) {
          const difference = Math.abs(
            (ours.byFunction.get(name) ?? 0) - (theirs.byFunction.get(name) ?? 0),
          );
          worst = Math.max(worst, (difference / ours.onCpu) * 100);
          assert.ok(difference / ours.onCpu <= 0.005, `${name}: ${difference} of ${ours.onCpu}`);
        }
        const named = [...ours.byFunction.values()].reduce((sum, count) => sum + count, 0);
        context.diagnostic(
          `${ours.onCpu} samples, ${named} of them own time of ${ours.byFunction.size} functions; largest difference ${worst.toFixed(2)} points`,
        );
        assert.ok(named > ours.onCpu / 4, 'enough of the time is in JavaScript');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
