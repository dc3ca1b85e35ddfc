import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from 'vscode-languageserver/node';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { FlameHandlers } from '../../src/server/flame/flameHandlers.ts';
import { CurrentProfile } from '../../src/server/profile/currentProfile.ts';
import { slowerThanWindow } from '../../src/shared/loadFailures.ts';
import { unpackTree, type PackedTree } from '../../src/shared/flamePack.ts';
import type { FlameQuery, FromView, ToView } from '../../src/shared/flameWire.ts';
import { sampledBytes } from '../../src/shared/memory.ts';
import { byteReport } from '../support/byteRun.ts';
import { requestTimes, waitPicture } from '../support/requestTimes.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

const visibility: FlameQuery['visibility'] = { areas: ['app'], packages: [] };
const query: FlameQuery = { visibility, inverted: false, minShare: 0 };

/** A server of two processes: `parse` ran in the first alone, `render` in the second. */
function twoProcesses() {
  const profile = profileFromStacks([
    [2, 'main:1', 'parse:4'],
    [4, 'main:1', 'gc'],
    [4, 'main:2', 'render:9', 'write:3@lib'],
  ]);
  profile.isolates = [1, 2].map((pid) => ({ pid, threadId: 0, role: 'main' }));
  profile.samples.isolate = Uint16Array.from({ length: 10 }, (_, at) => (at < 6 ? 0 : 1));
  const report = reportOf(profile);
  report.target!.processes = [1, 2].map((pid) => ({
    ...{ pid, threadId: 0, role: 'main', samples: pid === 1 ? 6 : 4 },
  }));
  return { profile, report };
}

/** The language server's part of the flamegraph, as far as a view sees it. */
function handlers() {
  const connection = { sendNotification: () => Promise.resolve() } as unknown as Connection;
  const currentProfile = new CurrentProfile(connection, { tellsFolders: false, rootUri: null });
  const allocations: { model: FlameModel | null } = { model: null };
  const flame = new FlameHandlers(currentProfile, allocations);
  return {
    currentProfile,
    allocations,
    show: (run = twoProcesses()) => currentProfile.showRun(run, null, 0, []),
    ask: (message: FromView) => flame.view({ message }).messages,
    /** The one answer, which is of this type. */
    answer<Type extends ToView['type']>(message: FromView, type: Type) {
      const [first, ...more] = flame.view({ message }).messages;
      assert.equal(first?.type, type);
      assert.deepEqual(more, []);
      return first as Extract<ToView, { type: Type }>;
    },
  };
}

function namesIn(tree: PackedTree): string[] {
  return unpackTree(tree).children.flatMap(({ name, children }) => [
    name,
    ...children.map((child) => child.name),
  ]);
}

test('a view without a profile gets none, and each of its questions a sentence', () => {
  const { ask, answer } = handlers();
  assert.deepEqual(ask({ type: 'ready', query }), []);
  assert.deepEqual(ask({ type: 'choose', processes: [0] }), []);
  const questions: FromView[] = [
    { type: 'query', requestId: 7, query },
    { type: 'lines', requestId: 7 },
    { type: 'waits', requestId: 7 },
    { type: 'search', requestId: 7, visibility, text: 'parse' },
  ];
  for (const question of questions) {
    const { requestId, message } = answer(question, 'queryFailed');
    assert.equal(requestId, 7);
    assert.match(message, /^No profile is shown any more: run again or open one\.$/);
  }
});

test('a question that can’t be answered gets its sentence, under its number', async () => {
  const { show, answer } = handlers();
  await show();
  const question = { type: 'query', requestId: 8, query: { ...query, rootId: 9e8 } } as const;
  const { requestId, message } = answer(question, 'queryFailed');
  assert.equal(requestId, 8);
  assert.match(message, /\w+.*\.$/);
});

test('the profile comes with the picture that the view begins with, and without what it asks for later', async () => {
  const { show, answer } = handlers();
  await show();
  const { tree, processes, report, areaShares } = answer({ type: 'ready', query }, 'profile');
  assert.deepEqual(namesIn(tree!).sort(), ['main', 'parse', 'render']);
  assert.equal(processes, undefined);
  assert.deepEqual([areaShares.app, areaShares.gc, areaShares.deps], [0.2, 0.4, 0.4]);
  for (const name of ['lines', 'functions', 'unattributed']) {
    assert.ok(!(name in report), `${name}, which are long`);
  }
  assert.equal(answer({ type: 'ready' }, 'profile').tree, undefined);
});

test('everything is of the processes that were chosen, and of all again', async () => {
  const { show, answer } = handlers();
  await show();
  const chosen = answer({ type: 'choose', processes: [1] }, 'profile');
  assert.deepEqual([chosen.processes, chosen.areaShares.gc], [[1], 0]);
  assert.deepEqual(chosen.packageShares, { lib: 1 });
  const all = answer({ type: 'choose', processes: null }, 'profile');
  assert.deepEqual([all.processes, all.areaShares.gc], [undefined, 0.4]);

  for (const [processes, names] of [
    [[0], ['main', 'parse']],
    [[1], ['main', 'render']],
    [undefined, ['main', 'parse', 'render']],
  ] as const) {
    const chosenPart = processes ? { processes: [...processes] } : {};
    const asked: FromView = { type: 'query', requestId: 1, query: { ...query, ...chosenPart } };
    assert.deepEqual(namesIn(answer(asked, 'tree').tree).sort(), names);
    const { lines, lineFunctions } = answer(
      { type: 'lines', requestId: 2, ...chosenPart },
      'lines',
    );
    const functions = lines.map(({ file, line }) => lineFunctions[`${file}:${line}`]?.name);
    assert.deepEqual([...new Set(functions)].sort(), names);
    assert.equal(Object.keys(lineFunctions).length, lines.length, 'of no other lines');
    const search = { type: 'search', requestId: 3, visibility, text: 'render' } as const;
    const { share } = answer({ ...search, ...chosenPart }, 'matches');
    assert.equal(share, processes === undefined ? 0.4 : processes[0]);
  }
});

test('a run of allocations is shown beside the profile, and alone where there is none', async () => {
  const { show, answer, ask, allocations } = handlers();
  const ofBytes = { samples: 'bytes' } as const;
  assert.deepEqual(ask({ type: 'choose', processes: null, ...ofBytes }), [], 'there is none yet');
  const profile = profileFromStacks([[4, 'main:1', 'rows:9']]);
  allocations.model = new FlameModel(profile, byteReport(profile, 2000), '/app');
  const alone = answer({ type: 'ready', query }, 'profile');
  assert.deepEqual([sampledBytes(alone.report), alone.other], [2000, undefined]);
  assert.deepEqual(namesIn(alone.tree!), ['main', 'rows']);

  await show();
  const time = answer({ type: 'ready', query }, 'profile');
  assert.deepEqual([sampledBytes(time.report), time.other], [null, 'bytes']);
  for (const again of [{ type: 'ready' }, { type: 'choose', processes: null }] as const) {
    const bytes = answer({ ...again, ...ofBytes }, 'profile');
    assert.deepEqual([sampledBytes(bytes.report), bytes.other], [2000, 'time']);
  }
  const asked = { type: 'query', requestId: 1, query: { ...query, ...ofBytes } } as const;
  assert.deepEqual(namesIn(answer(asked, 'tree').tree), ['main', 'rows']);
  const search = { type: 'search', requestId: 2, visibility, text: 'rows', ...ofBytes } as const;
  assert.equal(answer(search, 'matches').share, 1);
});

test('the picture of waits is that of the profile, or none where no request was followed', async () => {
  const { show, answer } = handlers();
  const question = { type: 'waits', requestId: 4 } as const;
  await show();
  assert.deepEqual(answer(question, 'waits'), { ...question, picture: null });
  const run = twoProcesses();
  const picture = waitPicture();
  run.profile.requests = requestTimes({ picture });
  await show(run);
  assert.deepEqual(answer(question, 'waits'), { ...question, picture });
});

test('notes, warnings and the failure speak of the editor, not of options of the command line', async () => {
  const { show, answer } = handlers();
  const { profile, report } = twoProcesses();
  const message = 'The load kept to the 100 requests a second that were asked for (--rate).';
  const wording = [
    'The load kept to the 100 requests a second that were asked for',
    { kind: 'option' as const, option: '--rate' },
    '.',
  ];
  report.notes = [message];
  report.load!.warnings = [message];
  report.wordings = [{ message, wording }];
  report.failure = slowerThanWindow('/orders', 10, 12.5);
  await show({ profile, report });
  const told = answer({ type: 'ready' }, 'profile').report;
  const inWords = ['The load kept to the 100 requests a second that were asked for.'];
  assert.deepEqual([told.notes, told.load?.warnings], [inWords, inWords]);
  assert.match(told.failure!.message, / Measure for \d+ s to have enough of them\.$/);
});

test('what is for the editor is left to the extension host', async () => {
  const { show, ask } = handlers();
  await show();
  assert.deepEqual(ask({ type: 'why', functionId: 0 }), []);
  assert.deepEqual(ask({ type: 'save', kind: 'html' }), []);
});

test('the picture that was drawn last is made of the next profile before a view asks for it', async () => {
  const { show, ask, currentProfile } = handlers();
  /** What is asked of the next profile by itself. */
  const prepared = async () => {
    await show();
    const { model } = currentProfile.current!;
    const asked: FlameQuery[] = [];
    const answer = model.query.bind(model);
    model.query = (each) => {
      asked.push(each);
      return answer(each);
    };
    await new Promise((settle) => setImmediate(settle));
    return asked.map(({ visibility: { areas }, inverted }) => ({ areas, inverted }));
  };
  assert.deepEqual(await prepared(), [{ areas: ['app'], inverted: false }]);
  ask({ type: 'query', requestId: 1, query: { ...query, inverted: true } });
  assert.deepEqual(await prepared(), [{ areas: ['app'], inverted: true }]);
  const wide = { ...query, visibility: { areas: ['app' as const, 'core' as const], packages: [] } };
  ask({ type: 'ready', query: wide });
  assert.deepEqual(await prepared(), [{ areas: ['app', 'core'], inverted: false }]);
});
