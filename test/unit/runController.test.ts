import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from 'vscode-languageserver/node';
import { CurrentAllocations } from '../../src/server/memory/currentAllocations.ts';
import { CurrentProfile } from '../../src/server/profile/currentProfile.ts';
import { RunController } from '../../src/server/runs/runController.ts';
import { SavedRuns } from '../../src/server/runs/savedRuns.ts';
import type { Failure } from '../../src/shared/failure.ts';
import { methodOf, type RequestOf } from '../../src/shared/lspWire.ts';

/** What owns the runs of a language server, and what it tells the editor. Nothing is started here. */
function controller() {
  const told: [method: string, message: unknown][] = [];
  const connection = {
    sendNotification: (method: string, message: unknown) => {
      told.push([method, message]);
      return Promise.resolve();
    },
  } as unknown as Connection;
  const currentProfile = new CurrentProfile(connection, { tellsFolders: false, rootUri: null });
  const saved = new SavedRuns(connection, currentProfile, () => ({ count: 1, megabytes: 1 }));
  const allocations = new CurrentAllocations(connection, () => []);
  return { told, runs: new RunController(connection, currentProfile, saved, allocations) };
}

/** Work that goes on until it is told to end. */
function work() {
  let end!: (how: 'ended' | Error) => void;
  const ended = new Promise<'ended'>((settle, reject) => {
    end = (how) => (how === 'ended' ? settle(how) : reject(how));
  });
  const signals: AbortSignal[] = [];
  const begin = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return ended;
  };
  return { begin, end, signals };
}

const kindOf = ({ kind }: Failure): string => kind;

test('begins nothing before the workspace is trusted', async () => {
  const { runs } = controller();
  const { begin, signals } = work();
  assert.equal(await runs.alone(begin, kindOf), 'untrusted-workspace');
  assert.deepEqual(await runs.nodeProcesses(), { processes: [] });
  assert.deepEqual(signals, []);
});

test('does one thing at a time, and the next one when that has ended or failed', async () => {
  const { runs } = controller();
  runs.trust();
  const [first, failing, last] = [work(), work(), work()];
  const going = runs.alone(first.begin, kindOf);
  assert.equal(await runs.alone(last.begin, kindOf), 'already-running');
  first.end('ended');
  assert.equal(await going, 'ended');
  const failed = runs.alone(failing.begin, kindOf);
  failing.end(new Error('a defect'));
  await assert.rejects(failed, /a defect/);
  last.end('ended');
  assert.equal(await runs.alone(last.begin, kindOf), 'ended');
  assert.equal(last.signals.length, 1, 'where it was refused, it was not begun');
});

test('stops what is under way, and nothing that comes after it', async () => {
  const { runs } = controller();
  runs.trust();
  runs.stop();
  const [first, second] = [work(), work()];
  const going = runs.alone(first.begin, kindOf);
  assert.equal(first.signals[0]?.aborted, false);
  runs.stop();
  assert.equal(first.signals[0].aborted, true);
  first.end('ended');
  await going;
  second.end('ended');
  await runs.alone(second.begin, kindOf);
  assert.equal(second.signals[0]?.aborted, false);
});

test('ends when what is under way has, however that went', async () => {
  const { runs } = controller();
  runs.trust();
  for (const how of ['ended', new Error('a defect')] as const) {
    const { begin, end, signals } = work();
    const going = runs.alone(begin, kindOf).catch((error: unknown) => error);
    let hasEnded = false;
    const ending = runs.end().then(() => (hasEnded = true));
    await new Promise((settle) => setImmediate(settle));
    assert.deepEqual([signals[0]?.aborted, hasEnded], [true, false]);
    end(how);
    await ending;
    assert.equal(await going, how);
  }
});

test('leaves no editor in the middle of a run that a defect has ended', async () => {
  const { runs, told } = controller();
  runs.trust();
  // Neither a process id nor a port: as good a defect as any.
  const request = {
    options: { target: null, load: null, durationS: 1, workspaceFolders: [] },
    origin: { folder: '/shop', launch: 'node server.js' },
  } as unknown as RequestOf<'attach'>;
  for (const count of [1, 2]) {
    await assert.rejects(runs.attach(request), TypeError, `${count}: nothing else is under way`);
    assert.deepEqual(told.at(-1), [methodOf('runState'), { state: { phase: 'idle' } }]);
    told.length = 0;
  }
});
