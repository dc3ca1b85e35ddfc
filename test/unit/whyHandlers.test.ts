import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Connection } from 'vscode-languageserver/node';
import { EditorFiles } from '../../src/server/lines/editorFiles.ts';
import { HotLines } from '../../src/server/lines/hotLines.ts';
import { CurrentProfile } from '../../src/server/profile/currentProfile.ts';
import { sourceLines } from '../../src/server/why/sourceLines.ts';
import { WhyHandlers } from '../../src/server/why/whyHandlers.ts';
import { tierBlocks, whyLinksOf } from '../../src/server/lines/whyHover.ts';
import { whyActions, whyLens } from '../../src/server/lines/whyLinks.ts';
import type { OverlayOptions } from '../../src/shared/lspOptions.ts';
import type { FunctionReport } from '../../src/shared/report.ts';
import type { Why, WhySubject } from '../../src/shared/whyWire.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'why-answers-')));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'prices.js');
const uri = pathToFileURL(file).href;

/** Line numbers below are those of the stacks. */
const text = `function price(order) {
  return order.items.map((item) => item.price);
}
function parse(body) { return JSON.parse(body); }
function price(order, rate) {
  return order.total * rate;
}
function format(order) {
  // never ran

  return order.id;
}
`;

const stacks: [count: number, ...cells: string[]][] = [
  [300, '*price:2/prices.js'],
  [50, '*inner:2/prices.js'],
  [200, '~parse:4/prices.js'],
  [100, '*rated:6/prices.js'],
  [3, '*format:11/prices.js'],
  [347, '*other:9/other.js'],
];
const firstLines: Record<string, number> = { price: 1, inner: 2, parse: 4, rated: 5, format: 8 };

/** What the language server holds while a run of these stacks is shown. */
async function shown() {
  const profile = profileFromStacks(stacks);
  for (const each of profile.functions) {
    each.file = each.file.replace(/^\/app/, folder);
    each.line = firstLines[each.name] ?? each.line;
    each.column = each.name === 'inner' ? 26 : 1;
    // Two functions of one name.
    if (each.name === 'rated') each.name = 'price';
  }
  profile.sources.set(file, text);
  profile.deopts = Array.from({ length: 8 }, (_, at) => ({
    timeMicros: ((at + 0.5) * profile.windowMs * 1000) / 8,
    function: 0,
    siteFunction: 0,
    ...{ file, line: 2, column: 10, kind: 'deopt-eager', reason: 'wrong map' },
  }));
  const report = reportOf(profile);
  const connection = { sendNotification: () => Promise.resolve() } as unknown as Connection;
  const currentProfile = new CurrentProfile(connection, { tellsFolders: false, rootUri: null });
  const files = new EditorFiles(connection, currentProfile);
  const overlay = { minShare: 0.01, maxLinesPerFile: 10 } as OverlayOptions;
  const hotLines = new HotLines(
    currentProfile,
    files,
    () => overlay,
    () => null,
  );
  const answers = new WhyHandlers(currentProfile, files, hotLines);
  const show = () => currentProfile.showRun({ profile, report }, null, 0, [folder]);
  writeFileSync(file, text);
  return {
    ...{ profile, report, files, hotLines, show },
    why: (subject: WhySubject): Why => answers.why({ subject }).why,
    write: (now: string) => writeFileSync(file, now),
  };
}

/** `price:1`, or which answer it is. */
function found(why: Why): string {
  if (why.kind === 'function') return `${why.report.name}:${why.report.line}`;
  return why.kind === 'no-samples' ? `no samples of ${why.of.name}:${why.of.line}` : why.kind;
}

const ref = (name: string, line: number, column = 1) => ({
  kind: 'function' as const,
  of: { name, file, line, column },
});

describe('which function is asked about', () => {
  test('none without a profile', async () => {
    const { why } = await shown();
    assert.deepEqual(why(ref('price', 1)), { kind: 'no-profile' });
  });

  test('the one that is named, and of several of the name the nearest', async () => {
    const { why, show } = await shown();
    await show();
    const names = [1, 2, 4, 5, 90].map((line) => found(why(ref('price', line))));
    assert.deepEqual(names, ['price:1', 'price:1', 'price:5', 'price:5', 'price:5']);
    assert.equal(found(why(ref('gone', 3))), 'no samples of gone:3');
    const elsewhere = { ...ref('price', 1).of, file: '/other.js' };
    assert.equal(found(why({ kind: 'function', of: elsewhere })), 'no samples of price:1');
    assert.equal(found(why({ kind: 'none' })), 'no-function');
  });

  test('of two on one line the one at the nearest column', async () => {
    const { why, show, report } = await shown();
    const twin = { ...report.functions.find(({ line }) => line === 5)!, column: 40, self: 0.5 };
    report.functions.push(twin);
    await show();
    const columns = [1, 39, 60].map((column) => {
      const answer = why(ref('price', 5, column));
      return answer.kind === 'function' && answer.report.column;
    });
    assert.deepEqual(columns, [1, 40, 40]);
    const nearer = why(ref('price', 1, 40));
    assert.equal(found(nearer), 'price:1', 'the line says more than the column');
  });

  test('that of a frame of the flamegraph', async () => {
    const { why, show, profile } = await shown();
    await show();
    const functionId = profile.functions.findIndex(({ name }) => name === 'parse');
    assert.equal(found(why({ kind: 'frame', functionId })), 'parse:4');
    assert.equal(found(why({ kind: 'frame', functionId: 99 })), 'no-function');
  });

  test('on a line the one whose marker is told there, else the hottest that ran there', async () => {
    const { why, show, write } = await shown();
    await show();
    const at = (line: number) => found(why({ kind: 'line', uri, line }));
    assert.deepEqual([2, 4, 6, 10, 11].map(at), [
      'price:1',
      'parse:4',
      'price:5',
      'format:8',
      'format:8',
    ]);
    write(`// new\n${text}`);
    assert.deepEqual([1, 5].map(at), ['no-function', 'parse:4']);
    assert.equal(found(why({ kind: 'line', uri: 'file:///gone.js', line: 1 })), 'no-function');
  });

  test('on a line the marked one, though another that ran there is hotter', async () => {
    const { why, show, report } = await shown();
    for (const each of report.functions) {
      each.marker = each.name === 'inner' ? 'not-optimized' : null;
    }
    await show();
    assert.equal(found(why({ kind: 'line', uri, line: 2 })), 'inner:2');
  });

  test('on a line the function that has a frame there, though no sample of the report', async () => {
    const { why, show, report } = await shown();
    report.functions = report.functions.filter(({ name }) => name !== 'format');
    await show();
    assert.equal(found(why({ kind: 'line', uri, line: 11 })), 'no samples of format:8');
  });

  test('on a line where none is marked the hottest', async () => {
    const { why, show, report } = await shown();
    for (const each of report.functions) each.marker = null;
    await show();
    assert.equal(found(why({ kind: 'line', uri, line: 2 })), 'price:1');
  });
});

describe('what is known of it', () => {
  test('its figures, its deoptimizations and the lines of them', async () => {
    const { why, show, report } = await shown();
    await show();
    const answer = why(ref('price', 1));
    assert.ok(answer.kind === 'function');
    assert.equal(
      answer.report,
      report.functions.find(({ line }) => line === 1),
    );
    assert.equal(answer.onCpuSamples, 1000);
    assert.deepEqual(answer.processNames, ['main process 4711']);
    assert.equal(answer.deoptMoments.length, 8);
    const first = { atMs: answer.windowMs / 16, process: 0, reason: 'wrong map' };
    assert.deepEqual(answer.deoptMoments[0], first);
    const line = { text: 'return order.items.map((item) => item.price);', indent: 2 };
    assert.deepEqual(answer.lines, { [`${file}:2`]: line });
    const other = why(ref('price', 5));
    assert.ok(other.kind === 'function');
    assert.deepEqual(other.deoptMoments, []);
  });

  test('its deoptimizations in every process, but of none that only has its name or its place', async () => {
    const { why, show, profile } = await shown();
    const [own] = profile.functions;
    profile.functions.push(
      { ...own!, column: 9 },
      { ...own!, file: join(folder, 'other.js') },
      { ...own!, line: 9 },
    );
    const [deopt] = profile.deopts;
    const last = profile.functions.length - 1;
    profile.deopts = [0, last - 2, 0, last - 1, last].map((index, at) => ({
      ...{ ...deopt!, function: index, timeMicros: at * 1000, isolate: at },
    }));
    await show();
    const momentsOf = () => {
      const answer = why(ref('price', 1));
      return answer.kind === 'function' ? answer.deoptMoments : [];
    };
    assert.deepEqual(
      momentsOf().map(({ atMs, process }) => [atMs, process]),
      [
        [0, 0],
        [2, 2],
      ],
    );
    profile.deopts = Array.from({ length: 1200 }, () => deopt!);
    await show();
    assert.equal(momentsOf().length, 1000, 'as many as the page draws');
  });

  test('whether its text has changed since', async () => {
    const { why, show, write } = await shown();
    await show();
    const isStale = (name: string, line: number) => {
      const answer = why(ref(name, line));
      return answer.kind === 'function' && answer.isStale;
    };
    write(text.replace('JSON.parse(body)', 'JSON.parse(body, 1)'));
    assert.deepEqual([isStale('parse', 4), isStale('price', 1)], [true, false]);
    rmSync(file);
    assert.equal(isStale('parse', 4), false);
  });

  test('the marked functions of the profile, dearest first', async () => {
    const { why, show, report } = await shown();
    // As of a function in hidden code, whose time is charged to its caller.
    report.functions.find(({ name }) => name === 'parse')!.own = 0.4;
    report.functions.find(({ line }) => line === 1)!.reason = 'wrong map';
    await show();
    const answer = why({ kind: 'none' });
    assert.ok(answer.kind === 'no-function');
    assert.deepEqual(
      answer.marked.map(({ name, price, marker }) => [name, price, marker]),
      [
        ['parse', 0.4, 'not-optimized'],
        ['price', 0.3, 'deopt-loop'],
      ],
    );
    assert.equal(answer.marked[1]?.reason, 'wrong map');
    assert.equal(answer.areTiersKnown, true);
  });

  test('that tiers are not known where the samples have none', async () => {
    const { why, show, profile } = await shown();
    profile.origin = { sampler: 'inspector', tiers: false, lines: 'calls' } as never;
    await show();
    const answer = why({ kind: 'none' });
    assert.ok(answer.kind === 'no-function');
    assert.equal(answer.areTiersKnown, false);
  });
});

describe('the lines of deoptimizations', () => {
  const linesOf = (source: string | null, ...lines: number[]) => {
    const deopts = lines.map((line) => ({ file: '/a.js', line }));
    const texts: string[] = [];
    const found = sourceLines({ deopts } as FunctionReport, (path) => {
      texts.push(path);
      return source;
    });
    return { found, texts };
  };

  test('are without indentation and without what is too long to be written by a person', () => {
    const long = `\t  a${'b'.repeat(400)}`;
    const { found, texts } = linesOf(`one\r\n${long}  \n\n   `, 1, 2, 3, 4, 9, 0);
    assert.deepEqual(found, {
      '/a.js:1': { text: 'one', indent: 0 },
      '/a.js:2': { text: `a${'b'.repeat(159)}`, indent: 3 },
    });
    assert.deepEqual(texts, ['/a.js'], 'read once');
  });

  test('are left out where there is no text, and beyond what the page shows', () => {
    assert.deepEqual(linesOf(null, 1).found, {});
    const many = Array.from({ length: 80 }, (_, at) => at + 1);
    assert.equal(Object.keys(linesOf('x\n'.repeat(100), ...many).found).length, 60);
  });
});

describe('the ways to the panel', () => {
  const of = (name: string, more: Partial<FunctionReport> = {}) =>
    ({ name, file: '/a.js', line: 1, column: 1, marker: null, ...more }) as FunctionReport;
  const marked = { marker: 'deopt-loop' as const };

  test('a hover links to its own function and to the others that are told there', () => {
    const words = (links: string) => [...links.matchAll(/\[([^\]]*)\]/g)].map(([, word]) => word);
    const own = of('own', marked);
    assert.deepEqual(words(whyLinksOf(own, [own, of('other')])), [
      'Why is it not optimized?',
      'Why is other not optimized?',
    ]);
    const story = {} as NonNullable<FunctionReport['story']>;
    assert.deepEqual(words(whyLinksOf(of('own', { story }), [])), ['Tiers over time']);
    assert.deepEqual(words(whyLinksOf(of('own', { story, ...marked }), [])), [
      'Why is it not optimized?',
    ]);
    assert.equal(whyLinksOf(of('own'), []), '');
    assert.equal(whyLinksOf(undefined, []), '');
    assert.match(whyLinksOf(own, [of('a'), of('b')]), /\) · \[/);
  });

  test('a link keeps any name within its argument', () => {
    const name = "a)b'(c*d!e](f";
    const link = whyLinksOf(of(name, marked), []);
    const argument = /^\[[^\]]*\]\(command:hotframe\.why\?([^()'*!]+)\)$/.exec(link)?.[1];
    assert.deepEqual(JSON.parse(decodeURIComponent(argument!)), [
      { name, file: '/a.js', line: 1, column: 1 },
    ]);
  });

  test('a hover says what a reason means, and which code is entered', () => {
    const site = { reason: 'wrong map' };
    const blocks = (story: object | undefined) => tierBlocks({ story } as FunctionReport);
    assert.deepEqual(blocks(undefined), []);
    assert.deepEqual(blocks({ notOptimized: null, lastTier: null }), []);
    for (const type of ['deopt-loop', 'deopted']) {
      const [meaning, ...rest] = blocks({ notOptimized: { type, site }, lastTier: null });
      assert.match(meaning ?? '', /shape/);
      assert.deepEqual(rest, []);
    }
    assert.deepEqual(blocks({ notOptimized: { type: 'unknown' }, lastTier: 'maglev' }), [
      'At the end of the measured time, calls entered maglev code.',
    ]);
    const unknown = { type: 'deopted', site: { reason: 'new in a later V8' } };
    assert.deepEqual(blocks({ notOptimized: unknown, lastTier: null }), []);
    const ended = { reason: 'no initial element' };
    const [quoted] = blocks({ notOptimized: { type: 'deopted', site: ended }, lastTier: null });
    assert.match(quoted ?? '', / such as `forEach` went over it, or `reduce` found it empty\\\.$/);
  });

  test('a lens leads there', () => {
    const lens = whyLens('⚠ why?', of('a', marked));
    assert.deepEqual([lens.title, lens.command], ['⚠ why?', 'hotframe.why']);
    assert.deepEqual(lens.arguments, [{ name: 'a', file: '/a.js', line: 1, column: 1 }]);
  });

  test('the light bulb is for what is told on its lines or begins there, and has not changed', async () => {
    const { files, hotLines, show, write } = await shown();
    await show();
    const actions = (first: number, last = first) => {
      const editor = files.find(uri)!;
      return whyActions(editor, hotLines.of(editor), first, last).map(
        ({ title, kind, command }) => {
          assert.deepEqual(
            [command?.title, command?.command, kind],
            [title, 'hotframe.why', 'quickfix'],
          );
          return (command?.arguments?.[0] as { line: number }).line;
        },
      );
    };
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((line) => actions(line)),
      [[1], [1], [], [4], []],
    );
    assert.deepEqual(actions(1, 9), [1, 4]);
    assert.deepEqual(actions(3, 4), [4]);
    write(text.replace('JSON.parse(body)', 'JSON.parse(body, 1)'));
    assert.deepEqual(actions(1, 9), [1]);
    write(`// new\n${text}`);
    assert.deepEqual(actions(1, 2), [1]);
  });
});
