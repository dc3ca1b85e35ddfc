import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand, buildExample } from './exampleBuild.ts';
import { profileWithOptions } from './profileWithOptions.ts';
import { littleLoad, openWindow } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';

/** From a run to the verdict on a change of the bundled example, in one window. */

const example = new WorkspaceCopy('example');
write('.gitignore', 'dist\n');
example.replace('package.json', 'tsc -p .', buildCommand);
// The CPU time of native code is the same from the first request on, while V8 compiles the rest late
// on a busy machine: so each pair of runs, short as they are, tells what the change does.
const rendering = 'src/renderInvoice.ts';
const slowly =
  "  return pbkdf2Sync(invoice.terms, '', 10_000, 64, 'sha512').toString('hex'); // hot";
example.replace(rendering, 'import', "import { pbkdf2Sync } from 'node:crypto'; import");
example.replace(
  rendering,
  '  return marked.parse(invoice.terms, { async: false }); // hot',
  slowly,
);
// Some work stays when the terms are fast: a run without a sample in the file would have no notes in it.
example.replace(
  rendering,
  'const view = viewOf',
  "pbkdf2Sync(invoice.customer, '', 1_000, 64, 'sha512'); $&",
);
// A request each 20 ms or so leaves a CPU to the tests beside this one.
example.replace(
  'src/app.ts',
  "app.disable('x-powered-by');",
  '$& app.use((_request, _response, next) => void setTimeout(next, 15));',
);
buildExample(example.path);
git('init', '--quiet', '--initial-branch', 'main');
git('add', '.');
git('commit', '--quiet', '--message', 'Send invoices');
const { window, server, step, detail } = await openWindow(example, {
  // As few pairs of runs as a verdict takes.
  settings: { ...littleLoad, 'hotframe.load.warmup': 0.5, 'hotframe.measure.precision': 25 },
});

/** Four pairs of runs of 4 s each on a busy machine, and two builds. */
const measureMs = 150_000;

let before: string[] = [];

function git(...words: string[]): string {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...own, ...words], { cwd: example.path, encoding: 'utf8' }).trim();
}

function write(path: string, text: string): void {
  writeFileSync(join(example.path, path), text);
}

function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(join(example.path, path), 'utf8');
  const after = change(before);
  assert.notEqual(after, before);
  write(path, after);
}

/** All of the repository that must be the same before and after. */
function repository(): string[] {
  return [
    git('status', '--porcelain'),
    git('for-each-ref'),
    git('worktree', 'list'),
    readFileSync(join(example.path, '.git/index')).toString('base64'),
  ];
}

const verdict = /(Faster|Slower|No difference|Cannot tell).* Now: /;

/** Waits for the end of the measurement that is under way, and gives what is said. */
async function measured(): Promise<string> {
  const words = await window.notified(verdict, measureMs);
  assert.deepEqual(server.runProcesses(), []);
  assert.deepEqual(server.runFolders(), []);
  return words;
}

/** On a machine with much else to do this may be all that can be told; then it says why. */
const isTooNoisy = (words: string) =>
  /^Cannot tell: (the difference is (between .+, which holds none at all|anywhere between .+, so there may be none)|\d pairs? of runs say)/.test(
    words,
  );

step('keeps a run as the baseline', async () => {
  await window.openFile(rendering, 53);
  await profileWithOptions(window, { launch: 'npm run start', path: '/invoices/120', seconds: 1 });
  await window.webview().locator('g.frame').first().waitFor();
  await window.lineNoted('renderInvoice.ts', 53, /^[\d.]+ %$/);
  await window.command('Hotframe: Pin Run as Baseline');
  await window.choose(/req\/s/);
});

step('asks once what to measure against and how that is built', async () => {
  edit(rendering, (text) =>
    text
      .replace('/** The terms as HTML.', 'const rendered = new Map<string, string>();\n\n$&')
      .replace(
        slowly,
        [
          '  let html = rendered.get(invoice.terms);',
          slowly.replace('return', 'html ??='),
          '  rendered.set(invoice.terms, html);',
          '  return html;',
        ].join('\n'),
      ),
  );
  buildExample(example.path);
  before = repository();
  await window.command('Hotframe: Measure My Change');
  await window.asked('Measure My Change');
  const rows = (await window.quickPickRows()).join('\n');
  assert.match(rows, /The last commit.*Send invoices.*1 changed file/);
  await window.screenshot('measure against dark');
  await window.choose('The last commit');
  await window.asked('which git does not keep');
  assert.equal(await window.typed(), 'npm run build');
  await window.screenshot('measure build dark');
  await window.page.keyboard.press('Enter');
});

step('shows what is known so far while it measures', async () => {
  const progress = window.notification(/Measuring your change against the last commit/);
  await progress.filter({ hasText: /Pair 1, before: / }).waitFor();
  await progress.filter({ hasText: /Pair 1, now: measuring/ }).waitFor();
  await window.statusItem(/Hotframe: measuring, pair 1/).waitFor();
  await window.screenshot('measuring change dark');
});

step(
  'says that the change has made the server faster, and leaves the repository as it was',
  async () => {
    const words = await measured();
    assert.match(
      words,
      /^Faster: [\d.–]+ % less CPU time per request\. (?:Memory: .+ )?Now: the working tree with 1 changed file\. Before: commit/,
    );
    assert.deepEqual(await window.buttons(verdict), ['Show Comparison', 'Measure Again']);
    assert.deepEqual(repository(), before);
    await window.screenshot('verdict faster dark');
    await window.pressButton(verdict, 'Show Comparison');
  },
);

detail('shows on the line what it costs now and how much less', async () => {
  const note = await window.lineNoted('renderInvoice.ts', 56, /^(<?[\d.]+) % ▼ [\d.]+$/);
  assert.ok(Number(/▼ ([\d.]+)/.exec(note)![1]) > 20, note);
  await window.screenshot('difference dark');
  const hover = await window.hover('renderInvoice.ts', 56);
  assert.match(hover, /Compared with .*commit [0-9a-f]{7}/);
  assert.match(
    hover,
    /This line: before [\d.]+ % \(.+\), now <?[\d.]+ % \(.+\) of the CPU time of a request\. ▼ Less: −.+ a request, between −.+ and −/,
  );
  await window.screenshot('difference hover dark');
  await window.page.keyboard.press('Escape');
});

step('opens the comparison, whose frames open their lines', async () => {
  await window.webview().getByText('Faster').first().waitFor();
  await window.statusItem(/% faster/).waitFor();
  const frame = window.webview().locator('g.frame[aria-label*="renderInvoice,"]').first();
  await frame.waitFor();
  await window.screenshot('measured comparison dark');
  await frame.click();
  await window.until(
    'the cursor is on the function',
    async () => (await window.activeLine('renderInvoice.ts')) > 58,
  );
});

detail('shows the differences again after a reload', async () => {
  await window.reload();
  await window.openFile(rendering, 56);
  await window.lineNoted('renderInvoice.ts', 56, /^<?[\d.]+ % ▼ [\d.]+$/);
});

detail('tells the difference in light and high contrast themes too', async () => {
  for (const [theme, name] of [
    ['Light Modern', 'light'],
    ['Dark High Contrast', 'high contrast'],
    ['Light High Contrast', 'high contrast light'],
  ] as const) {
    await window.useTheme(theme);
    await window.lineNoted('renderInvoice.ts', 56, /▼/);
    await window.screenshot(`difference ${name}`);
  }
  await window.useTheme('Dark Modern');
});

detail('finds no difference after a change of white space', async () => {
  git('commit', '--quiet', '--all', '--message', 'Render terms once');
  edit(rendering, (text) => text.replace('  return html;', '  return html ;\n'));
  buildExample(example.path);
  await window.command('Hotframe: Measure My Change');
  await window.notification(/Measuring your change against the last commit/).waitFor();
  const words = await measured();
  assert.ok(
    /^No difference larger than [\d.]+ % in CPU time per request/.test(words) || isTooNoisy(words),
    words,
  );
  for (const note of (await window.lineNotes('renderInvoice.ts')).values()) {
    assert.doesNotMatch(note, /[▲▼]/);
  }
  await window.screenshot('verdict none dark');
});

detail('takes the differences away with the profile', async () => {
  await window.command('Hotframe: Clear');
  await window.until('no line is marked', async () => {
    return (await window.lineNotes('renderInvoice.ts')).size === 0;
  });
});
