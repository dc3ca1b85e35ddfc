import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeAction, CodeLens, InlayHint } from 'vscode-languageserver-protocol/node';
import { unpackTree } from '../../src/shared/flamePack.ts';
import type { ToView } from '../../src/shared/flameWire.ts';
import { RunStore } from '../../src/server/store/runStore.ts';
import { type AnswerOf, methodOf, type RequestOf } from '../../src/shared/lspWire.ts';
import type { RunState } from '../../src/shared/runState.ts';
import { functionRef, type Why, type WhySubject } from '../../src/shared/whyWire.ts';
import { detail, once } from '../support/detail.ts';
import { testProgram } from '../support/testProgram.ts';
import { markedLine, zooServer } from '../support/zoo.ts';
import { writeSavedRun } from '../vscode/savedProfile.ts';
import { eventually, lightOptions, quickOptions, withFolder } from './engineHarness.ts';
import { plainServer } from './engineServers.ts';
import { ServerClient, serverFile, uriOf, withClient } from './serverClient.ts';

// Processes are found through /proc.
const skip = process.platform !== 'linux';

once('answers initialize and ends on exit', () =>
  withClient(async (client) => {
    const { capabilities } = await client.initialize();
    assert.equal(capabilities.hoverProvider, true);
    await client.close();
  }),
);

once('serves as `hotframe lsp --stdio`', async () => {
  const cli = join(serverFile, '../cli.cjs');
  const client = new ServerClient([cli, 'lsp', '--stdio']);
  await client.initialize();
  await client.close();
});

once('profiles, and follows the lines of the hot file through edits and a restart', async () =>
  withFolder({}, async (folder) => {
    const workspace = join(folder.path, 'workspace');
    const storageFolder = join(folder.path, 'storage');
    cpSync(zooServer('plain-cjs').folder, workspace, { recursive: true });
    const file = join(workspace, 'server.js');
    const uri = uriOf(file);
    const text = readFileSync(file, 'utf8');
    const hot = markedLine(file, '// hot');
    await withClient(async (client) => {
      await client.initialize({ storageFolder });
      await client.openDocument(uri, text);
      const options = quickOptions(workspace, { load: { durationS: 2 } });
      const [first, second] = await Promise.all([client.run(options), client.run(options)]);
      assert.equal(first.failure, null, first.failure?.message);
      assert.equal(second.failure?.kind, 'already-running');
      assert.deepEqual(client.phases, ['launching', 'warming', 'measuring', 'stopping', 'done']);
      assert.ok(client.progressMessages > 5, `${client.progressMessages}`);
      assert.match(client.output, /listening on/);
      assert.equal(client.profile?.lines[0]?.uri, uri);
      assert.equal(client.profile.lines[0].functionName, 'commonPairs');
      assert.equal(basename(dirname(client.profile.path!)), 'storage');

      const [line] = await client.lines(uri);
      assert.ok(line);
      assert.equal(line.line, hot);
      assert.ok(line.self > 0.3, `${line.self}`);
      assert.match(line.label, /^\d+\.\d %/);
      assert.equal(line.stale, false);

      await client.edit(uri, 1, 0, '// one\n// two\n');
      const [moved] = await client.lines(uri);
      assert.deepEqual(moved, { ...line, line: hot + 2 });
      const place = await client.connection.sendRequest(methodOf('currentLine'), {
        uri,
        line: hot,
      });
      assert.deepEqual(place, { line: hot + 2 });

      const hotText = text.split('\n')[hot - 1]!;
      await client.edit(uri, hot + 2, 1, hotText.replace('+= 1', '+= 2') + '\n');
      const [stale] = await client.lines(uri);
      assert.equal(stale?.line, hot + 2);
      assert.equal(stale.stale, true);
      assert.match(stale.label, /changed since the run/);
      const other = (await client.lines(uri)).find((each) => each.line > hot + 6);
      if (other) assert.equal(other.stale, false);

      await client.edit(uri, hot + 2, 1, hotText + '\n');
      await client.edit(uri, 1, 2, '');
      assert.deepEqual((await client.lines(uri))[0], line);

      await standardRequests(client, uri, hot);
      await flameRequests(client, uri, hot);
      await client.close();
    });
    const saved = readdirSync(storageFolder).filter((name) => name.endsWith('.hotframe'));
    assert.equal(saved.length, 1);

    await withClient(async (client) => {
      const cut = join(storageFolder, 'run-2999-01-01T00-00-00-000Z.hotframe');
      writeFileSync(cut, '{"cut');
      new RunStore(storageFolder).rememberShown(cut);
      await client.initialize({ storageFolder }, {}, uriOf(workspace));
      await client.until('the last profile', () => client.profile !== null);
      const [line] = await client.lines(uri);
      assert.equal(line?.line, hot, 'of a file that is not open');
      for (const [path, sentence] of [
        [cut, /file of this run is gone or damaged/],
        [join(folder.path, 'missing.cpuprofile'), /there is no such file/],
        [folder.path, /there is no profile in the folder that Hotframe knows/],
        [join(workspace, 'package.json'), /it is JSON, and no profile that Hotframe knows/],
      ] as const) {
        assert.match((await client.open(path)).problem ?? '', sentence);
      }
      assert.equal((await client.lines(uri))[0]?.line, hot, 'what was shown stays');
      await client.notify(methodOf('clear'));
      await client.until('no profile', () => client.profile === null);
      assert.deepEqual(await client.lines(uri), []);
      await client.close();
    });
  }),
);

once('says again that there are other lenses until the editor has them', async () =>
  withFolder({}, async (folder) => {
    const file = join(folder.path, 'app.js');
    await withClient(async (client) => {
      let told = 0;
      client.connection.onRequest('workspace/codeLens/refresh', () => {
        told++;
        return null;
      });
      const lenses = () =>
        client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
          textDocument: { uri: uriOf(file) },
        });
      await client.initialize({}, { workspace: { codeLens: { refreshSupport: true } } });
      const profile = writeSavedRun(folder.path);
      await client.openDocument(uriOf(file), readFileSync(file, 'utf8'));
      assert.deepEqual(await lenses(), []);
      await client.open(profile);
      const atOnce = told;
      await eventually('the editor is told again', () => told > atOnce);
      assert.equal((await lenses()).length, 2);
      await client.close();
    });
  }),
);

async function standardRequests(client: ServerClient, uri: string, hot: number): Promise<void> {
  const hover = await client.hover(uri, hot);
  const { value } = hover?.contents as { value: string };
  assert.match(value, /^\*\*\d+\.\d %\*\* self · .* own (?:in .*|\(too few .*\)) · .* total/);
  assert.match(value, /\*\*commonPairs\*\*/);
  assert.match(value, /Called from\n\n- .* suggest at \[server\\\.js\\:22\]\(file:\/\/.*#L22\)/);
  assert.equal(await client.hover(uri, 2), null);

  const textDocument = { uri };
  const lenses: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', {
    textDocument,
  });
  const lens = lenses.find(({ range }) => range.start.line === 9);
  assert.match(lens?.command?.title ?? '', /^\d+\.\d % self · \d+.* % total · /);
  assert.equal(lens?.command?.command, 'hotframe.showFlamegraph');

  const range = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };
  const hintsOf = (): Promise<InlayHint[]> =>
    client.connection.sendRequest('textDocument/inlayHint', { textDocument, range });
  assert.ok((await hintsOf()).some(({ position }) => position.line === hot - 1));
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { hotframe: { inlayHints: false, maxLinesPerFile: 1 } },
  });
  assert.deepEqual(await hintsOf(), []);
  assert.equal((await client.lines(uri)).length, 1);
}

async function flameRequests(client: ServerClient, uri: string, hot: number): Promise<void> {
  const say = (message: object): Promise<{ messages: ToView[] }> =>
    client.connection.sendRequest(methodOf('view'), { message });
  const visibility = { areas: ['app'], packages: [] };
  const query = { visibility, inverted: false, minShare: 0.001 };
  const [profile] = (await say({ type: 'ready', query })).messages;
  assert.equal(profile?.type, 'profile');
  assert.ok(unpackTree(profile.tree!).children.length > 0);
  const [hotLines] = (await say({ type: 'lines', requestId: 4 })).messages;
  assert.equal(hotLines?.type, 'lines');
  assert.match(hotLines.lineTexts[`${hotLines.lines[0]?.file}:${hot}`] ?? '', /hot/);
  const [tree] = (await say({ type: 'query', requestId: 1, query })).messages;
  assert.equal(tree?.type, 'tree');
  assert.ok(unpackTree(tree.tree).children.length > 0);
  const bad = await say({ type: 'query', requestId: 2, query: { ...query, rootId: 9e8 } });
  assert.equal(bad.messages[0]?.type, 'queryFailed');
  const search = { type: 'search', requestId: 3, visibility, text: 'commonPairs' };
  const [matches] = (await say(search)).messages;
  assert.ok(matches?.type === 'matches' && matches.functions === 1 && matches.share > 0.3);

  const { functionIds } = await client.connection.sendRequest<{ functionIds: number[] }>(
    methodOf('functionsAt'),
    { uri, line: hot },
  );
  const lineFunction = Object.values(hotLines.lineFunctions).find(
    ({ name }) => name === 'commonPairs',
  );
  assert.deepEqual(functionIds, [lineFunction?.functionId]);
}

once('follows the lines of a TypeScript source whose map comes without its text', () =>
  withFolder({}, async () =>
    withClient(async (client) => {
      const { folder: workspace, args } = zooServer('tsx-runner');
      const file = join(workspace, 'src/rank.ts');
      const uri = uriOf(file);
      const text = readFileSync(file, 'utf8');
      await client.initialize();
      await client.openDocument(uri, text);
      const command = [process.execPath, ...args];
      const { failure } = await client.run(
        quickOptions(workspace, { command, load: { connections: 1 } }),
      );
      assert.equal(failure, null, failure?.message);
      const [line] = await client.lines(uri);
      assert.ok(line);
      await client.edit(uri, 1, 0, '// above\n');
      assert.deepEqual((await client.lines(uri))[0], { ...line, line: line.line + 1 });
      await client.edit(uri, line.line + 1, 0, '  // inside\n');
      const [stale] = await client.lines(uri);
      assert.deepEqual([stale?.line, stale?.stale], [line.line + 2, true]);
      await client.close();
    }),
  ),
);

once('hints at a function that V8 deoptimizes again and again', () =>
  withFolder({}, async (folder) =>
    withClient(async (client) => {
      const workspace = zooServer('deopt').folder;
      const uri = uriOf(workspace, 'describeOrder.js');
      await client.initialize({ storageFolder: join(folder.path, 'storage'), hasWhy: true });
      const load = { durationS: 2, warmupS: 1 };
      const { failure } = await client.run(quickOptions(workspace, { load }));
      assert.equal(failure, null, failure?.message);
      await client.until('diagnostics', () => client.diagnostics.has(uri));
      const [hint] = client.diagnostics.get(uri) ?? [];
      assert.equal(hint?.severity, 4);
      assert.equal(hint.source, 'Hotframe');
      assert.equal(hint.code, 'deopt-loop');
      assert.match(String(hint.message), /^describeOrder, .* deoptimized \d+ times: /);
      const marked = (await client.lines(uri)).find(({ label }) => label.includes('⚠'));
      assert.match(marked?.label ?? '', /^\d+\.\d %  ⚠ deopt ×\d+ \w+/);
      const { value } = (await client.hover(uri, marked!.line))?.contents as { value: string };
      assert.match(value, /⚠ deoptimized \d+ times/);
      assert.match(value, /- \d+ deoptimizations: .* at \[describeOrder/);
      await whyRequests(client, uri, marked!.line);
      await client.notify(methodOf('clear'));
      await client.until('no diagnostics', () => client.diagnostics.get(uri)?.length === 0);
      assert.deepEqual(await askWhy(client, { kind: 'none' }), { kind: 'no-profile' });
      await client.close();
    }),
  ),
);

async function askWhy(client: ServerClient, subject: WhySubject): Promise<Why> {
  const question = { subject } satisfies RequestOf<'why'>;
  return (await client.connection.sendRequest<AnswerOf<'why'>>(methodOf('why'), question)).why;
}

/** What is said of the marked function at the line, and the ways that lead there. */
async function whyRequests(client: ServerClient, uri: string, line: number): Promise<void> {
  const why = await askWhy(client, { kind: 'line', uri, line });
  assert.ok(why.kind === 'function');
  const { report, lines, marked } = why;
  assert.deepEqual([report.name, report.marker], ['describeOrder', 'deopt-loop']);
  assert.equal(why.areTiersKnown, true);
  const [site] = report.deopts;
  const source = readFileSync(site!.file, 'utf8').split('\n')[site!.line - 1]!;
  const known = lines[`${site!.file}:${site!.line}`];
  assert.equal(' '.repeat(known!.indent) + known!.text, source);
  const of = functionRef(report);
  assert.deepEqual(await askWhy(client, { kind: 'function', of }), why);
  const moved = { ...of, line: of.line + 30 };
  assert.deepEqual(await askWhy(client, { kind: 'function', of: moved }), why);
  const gone = { ...of, name: 'gone' };
  const nothing = await askWhy(client, { kind: 'function', of: gone });
  assert.ok(nothing.kind === 'no-samples');
  assert.deepEqual(nothing.of, gone);
  const none = await askWhy(client, { kind: 'none' });
  assert.ok(none.kind === 'no-function');
  assert.deepEqual(none.marked, marked);
  assert.deepEqual(
    marked.map(({ price }) => price),
    marked.map(({ price }) => price).sort((a, b) => b - a),
    'dearest first',
  );
  assert.deepEqual(functionRef(marked.find(({ name }) => name === of.name)!), of);

  const { value } = (await client.hover(uri, line))?.contents as { value: string };
  const link = /\[Why is it not optimized\?]\(command:hotframe\.why\?([^)]+)\)/.exec(value);
  assert.deepEqual(JSON.parse(decodeURIComponent(link?.[1] ?? '')), [of]);
  const textDocument = { uri };
  const at = { line: line - 1, character: 0 };
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    ...{ textDocument, range: { start: at, end: at }, context: { diagnostics: [] } },
  });
  assert.deepEqual(
    actions.map(({ title, command }) => [title, command?.command, command?.arguments]),
    [['Why is describeOrder not optimized?', 'hotframe.why', [of]]],
  );
  const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
    textDocument,
  });
  const lens = lenses.find(({ command }) => command?.command === 'hotframe.why');
  assert.match(lens?.command?.title ?? '', /^⚠ deopt ×\d+ .+: why\?$/);
  assert.deepEqual(lens?.command?.arguments, [of]);
}

for (const phase of [
  'launching',
  'warming',
  'measuring',
  'stopping',
] satisfies RunState['phase'][]) {
  // That a run leaves nothing, whenever it is cancelled, is proved of the engine too.
  const add = phase === 'measuring' ? once : detail;
  add(`stops while ${phase} and leaves nothing`, { skip }, () =>
    withFolder({ 'server.js': plainServer }, (folder) =>
      withClient(async (client) => {
        await client.initialize({ storageFolder: join(folder.path, 'storage') });
        const running = client.run(
          lightOptions(folder.path, { load: { warmupS: 1, durationS: 1 } }),
        );
        await client.until(phase, () => client.phases.includes(phase));
        await client.notify(methodOf('stop'));
        const { failure } = await running;
        // The last moments of a run may be too late to stop it.
        if (phase !== 'stopping') assert.equal(failure?.kind, 'cancelled');
        assert.ok(['failed', 'done'].includes(client.phases.at(-1)!));
        await client.close();
      }),
    ),
  );
}

once('ends the run when the editor asks it to shut down', { skip }, () =>
  withFolder({ 'server.js': plainServer }, (folder) =>
    withClient(async (client) => {
      await client.initialize();
      const running = client.run(lightOptions(folder.path, { load: { durationS: 30 } }));
      await client.until('measuring', () => client.phases.includes('measuring'));
      await client.close();
      await Promise.race([running.catch(() => {}), client.exited]);
    }),
  ),
);

once('leaves nothing when the server or its editor is killed', { skip }, () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    await withClient(async (client) => {
      await client.initialize();
      void client.run(lightOptions(folder.path, { load: { durationS: 30 } })).catch(() => {});
      await client.until('measuring', () => client.phases.includes('measuring'));
      client.child.kill('SIGKILL');
      await client.exited;
      await eventually('nothing is left', () => isEmpty(folder));
    });

    // An editor that is a process of its own, so that it can be killed.
    const editor = spawn(process.execPath, [testProgram('process/serverEditor'), folder.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((settle) => editor.stdout.once('data', settle));
    assert.ok(folder.processes().some((each) => each.includes('server.cjs')));
    editor.kill('SIGKILL');
    await eventually('nothing is left', () => isEmpty(folder));
  }),
);

function isEmpty(folder: { processes(): string[]; runFolders(): string[] }): boolean {
  return folder.processes().length === 0 && folder.runFolders().length === 0;
}

once('starts nothing in a workspace that is not trusted, until it is', { skip }, () =>
  withFolder({ 'server.js': plainServer }, (folder) =>
    withClient(async (client) => {
      await client.initialize({ trusted: false });
      const options = lightOptions(folder.path, { load: { durationS: 0.5, warmupS: 0 } });
      const { failure } = await client.run(options);
      assert.equal(failure?.kind, 'untrusted-workspace');
      assert.match(failure.message, /not trusted/);
      assert.deepEqual(client.phases, []);
      await client.notify(methodOf('trust'));
      assert.notEqual((await client.run(options)).failure?.kind, 'untrusted-workspace');
      await client.close();
    }),
  ),
);

once('answers for documents that are in no profile', () =>
  withClient(async (client) => {
    await client.initialize();
    for (const uri of ['untitled:Untitled-1', pathToFileURL('/missing.js').href, 'file://%ff']) {
      await client.openDocument(uri, 'text');
      assert.deepEqual(await client.lines(uri), []);
      assert.equal(await client.hover(uri, 1), null);
    }
    await client.close();
  }),
);
