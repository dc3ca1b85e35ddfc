import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
} from 'vscode-languageserver-protocol/node';
import {
  type AnswerOf,
  methodOf,
  type RequestOf,
  type RunsProblem,
} from '../../../src/shared/lspWire.ts';
import type { MeasureOptions, MeasureResult } from '../../../src/shared/measure.ts';
import { quickOptions, type QuickOptions } from '../../process/engineHarness.ts';
import { ServerClient, uriOf } from '../../process/serverClient.ts';

/**
 * An editor on Windows, as a program that windowsServer.test.ts runs under Wine: its argument is the
 * part to do. What is not as it should be is an error with which it ends.
 */

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** One request at a time that takes little, since Wine may share two CPUs with other tests. */
const light = { url: '/?q=mirken', connections: 1 };

/** V8's own log is of other tests. */
function options(cwd: string, { load, ...more }: QuickOptions = {}) {
  return quickOptions(cwd, { sampler: 'inspector', ...more, load: { ...light, ...load } });
}

/** Gives a part an editor that has started `hotframe lsp --stdio` for a copy of the workspace. */
async function withEditor(
  name: string,
  body: (editor: ServerClient, workspace: string, storageFolder: string) => Promise<void>,
): Promise<void> {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'an editor ')));
  const [workspace, storageFolder] = [join(folder, 'workspace'), join(folder, 'storage')];
  cpSync(join(root, 'test/workspaces', name), workspace, { recursive: true });
  const editor = new ServerClient([join(dist, 'cli.cjs'), 'lsp', '--stdio']);
  try {
    await editor.initialize({ storageFolder }, {}, uriOf(workspace));
    await body(editor, workspace, storageFolder);
    await editor.close();
    assert.deepEqual(editor.logged, []);
  } finally {
    editor.child.kill();
    await editor.exited;
  }
  rmSync(folder, { recursive: true, maxRetries: 5 });
  assert.deepEqual(readdirSync(tmpdir()), []);
}

const parts: Record<string, () => Promise<void>> = {
  run: () =>
    withEditor('plain-cjs', async (editor, workspace, storageFolder) => {
      const file = join(workspace, 'server.js');
      const text = readFileSync(file, 'utf8');
      const uri = uriOf(file);
      await editor.openDocument(uri, text);
      const { failure } = await editor.run(options(workspace));
      assert.equal(failure, null, failure?.message);
      assert.deepEqual(editor.phases, ['launching', 'warming', 'measuring', 'stopping', 'done']);
      assert.match(editor.output, /listening on/);
      const hot = text.split('\n').findIndex((line) => line.includes('// hot')) + 1;
      const line = (await editor.lines(uri)).find((each) => each.line === hot);
      assert.ok(line && line.self > 0.005 && line.exact, `line ${hot}: ${line?.label}`);
      assert.match(JSON.stringify(await editor.hover(uri, hot)), /self .* own .* total/);

      // Answered when the run is saved.
      const { run }: AnswerOf<'baseline'> = await editor.connection.sendRequest(
        methodOf('baseline'),
        {
          path: null,
        },
      );
      assert.equal(join(storageFolder, basename(run!.path)), run!.path);
      await renameWhileOpen(editor, run!.path);
      await exportAndOpen(editor, run!.path, join(workspace, 'out.cpuprofile'));
      const problem: RunsProblem = await editor.connection.sendRequest(methodOf('deleteRuns'), {
        paths: [run!.path],
      });
      assert.equal(problem.problem, null);
      assert.deepEqual(readdirSync(storageFolder), ['last-shown']);
    }),

  /** As VS Code starts the server. */
  ipc: async () => {
    const script = join(dist, 'server.cjs');
    const child = spawn(process.execPath, [script, '--node-ipc'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit');
    const connection = createProtocolConnection(
      new IPCMessageReader(child),
      new IPCMessageWriter(child),
    );
    connection.listen();
    const answer = await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
      initializationOptions: { trusted: true },
    });
    assert.ok(answer);
    // The editor has died.
    child.disconnect();
    assert.deepEqual(await ended, [1, null]);
    connection.dispose();
  },

  attach: async () => {
    const script = join(root, 'test/workspaces/plain-cjs/server.js');
    const server = spawn(process.execPath, ['--inspect=127.0.0.1:0', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const said = (stream: NodeJS.ReadableStream, what: RegExp) =>
        new Promise<string>((settle) => {
          let text = '';
          stream.on('data', (chunk: Buffer) => {
            const found = what.exec((text += chunk.toString()));
            if (found) settle(found[1]!);
          });
        });
      const [inspector, url] = await Promise.all([
        said(server.stderr, /ws:\/\/127\.0\.0\.1:(\d+)\//),
        said(server.stdout, /listening on (\S+)/),
      ]);
      const address = new URL(light.url, url).href;
      const words = ['attach', '--port', inspector, '--url', address, '-c', '1', '-d', '2'];
      const text = execFileSync(process.execPath, [join(dist, 'cli.cjs'), ...words], {
        encoding: 'utf8',
      });
      assert.match(text, /server\.js:13 /);
      assert.equal(server.exitCode, null, 'the server runs on');
    } finally {
      server.kill();
    }
    assert.deepEqual(readdirSync(tmpdir()), []);
  },

  /** Two ways to start the same code, which need no git. */
  launches: () =>
    withEditor('counted', async (editor, workspace) => {
      const measured = againstHead(workspace);
      const { run } = measured;
      const launch = (name: string) => ({ kind: 'launch', name, launch: run }) as const;
      const { report, problem } = await measure(editor, {
        ...measured,
        base: launch('one'),
        head: launch('other'),
      });
      assert.equal(problem, null, problem?.message);
      assert.equal(report?.measured.ended, 'budget');
      assert.equal(report.pairs.length, 1);

      const withoutGit = await measure(editor, measured);
      assert.match(withoutGit.problem?.message ?? '', /^git was not found/);
    }),

  /** With git for Windows in PATH. */
  git: () =>
    withEditor('counted', async (editor, workspace) => {
      const git = (...words: string[]) => {
        const own = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
        return execFileSync('git', [...own, ...words], { cwd: workspace, encoding: 'utf8' });
      };
      const modules = join(workspace, 'node_modules');
      mkdirSync(join(modules, 'shop'), { recursive: true });
      writeFileSync(join(modules, 'shop/index.js'), 'console.log(`from ${__dirname}`);');
      const server = join(workspace, 'server.js');
      const text = readFileSync(server, 'utf8');
      writeFileSync(server, `require('shop');\n${text}`);
      writeFileSync(join(workspace, '.env'), 'A=1\n');
      writeFileSync(join(workspace, '.gitignore'), 'node_modules\n.env\nbuilt.txt\n');
      git('init', '--quiet', '--initial-branch', 'main');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'first');
      // A hook of the user's is not run, whatever it is.
      mkdirSync(join(workspace, '.git/hooks'), { recursive: true });
      writeFileSync(join(workspace, '.git/hooks/post-checkout.exe'), 'none of a program');
      writeFileSync(server, text);

      const { report, problem } = await measure(editor, {
        ...againstHead(workspace),
        build: 'echo built> built.txt && type .env',
      });
      assert.equal(problem, null, problem?.message);
      assert.match(report!.notes[0]!, /The base is commit [0-9a-f]{7} \(HEAD\), the head is/);
      assert.equal(report!.pairs.length, 1);
      assert.match(editor.output, /A=1/);
      const from = /from (.*)/.exec(editor.output)?.[1] ?? '';
      assert.match(from, /\\hotframe-tree-\d+-[0-9a-f]+\\workspace\\node_modules\\shop/);
      const [line] = await editor.lines(uriOf(server));
      assert.ok(line, 'both states are told on lines of the user');
      assert.equal(git('worktree', 'list').trim().split('\n').length, 1);
      assert.equal(git('status', '--short').trim(), 'M server.js');
    }),
};

function againstHead(workspace: string): MeasureOptions {
  return {
    run: options(workspace, { env: { TURNS: '300000' }, load: { durationS: 1, warmupS: 0.2 } }),
    base: { kind: 'revision', revision: 'HEAD' },
    head: { kind: 'working-tree' },
    build: null,
    links: [],
    budgetS: 0.1,
    precisionPercent: 50,
  };
}

function measure(editor: ServerClient, options: MeasureOptions): Promise<MeasureResult> {
  return editor.connection.sendRequest(methodOf('measure'), {
    options,
  } satisfies RequestOf<'measure'>);
}

/** Another window, or a virus scanner, has the head of the run open. */
async function renameWhileOpen(editor: ServerClient, path: string): Promise<void> {
  const head = path.replace(/\.hotframe$/, '.json');
  const before = readFileSync(head, 'utf8');
  const rename = (name: string): Promise<RunsProblem> =>
    editor.connection.sendRequest(methodOf('renameRun'), { path, name });
  const file = openSync(head, 'r');
  const { problem } = await rename('in vain');
  assert.match(problem ?? '', /stays as it was: another program has the file open/);
  assert.equal(readFileSync(head, 'utf8'), before);
  assert.deepEqual(
    readdirSync(join(path, '..')).filter((name) => name.endsWith('.tmp')),
    [],
  );
  const [again] = await Promise.all([
    rename('after a moment'),
    delay(300).then(() => closeSync(file)),
  ]);
  assert.equal(again.problem, null);
  assert.match(readFileSync(head, 'utf8'), /after a moment/);
}

/** By the threads that write and read. */
async function exportAndOpen(editor: ServerClient, path: string, to: string): Promise<void> {
  const request = { path, to, format: 'cpuprofile' };
  const { problem }: RunsProblem = await editor.connection.sendRequest(
    methodOf('exportRun'),
    request,
  );
  assert.equal(problem, null);
  // Large enough for a thread.
  const text = readFileSync(to, 'utf8');
  writeFileSync(to, text + ' '.repeat(3_000_000));
  const opened = await editor.open(to);
  assert.equal(opened.problem, null);
  assert.equal(editor.profile?.path, to);
}

const [, , part = ''] = process.argv;
await parts[part]!();
