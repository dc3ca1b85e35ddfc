import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findingKinds } from '../../src/shared/finding.ts';
import { recordedFolder } from '../support/recordedRun.ts';
import { profileOfScripts } from '../support/scriptsProfile.ts';
import { openRecordedRun } from './openRecordedRun.ts';
import { writeSavedRun } from './savedProfile.ts';
import { openWindow } from './testWindow.ts';
import { ScratchWorkspace } from './workspaceCopy.ts';

/** Saved profiles, good and bad, and what is found in them, in one window: each test goes on where the one before has ended. */

const workspace = new ScratchWorkspace();
const folder = workspace.path;
const saved = writeSavedRun(folder);
const { window, step, detail, once } = await openWindow(workspace);

async function open(path: string): Promise<void> {
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', path);
}

const frame = (name: string) => window.webview().locator(`g.frame[aria-label^="${name}"]`).first();

once('says that no run was there yet in which something could be found', async () => {
  await window.command('Hotframe: Focus on Findings View');
  await window.page.getByText('No run yet.').first().waitFor();
});

step('shows a saved run: flamegraph, hot lines, status bar', async () => {
  await window.openFile('app.js');
  await open(saved);
  await frame('price').waitFor();
  await window.lineNoted('app.js', 9, /^60\.0 %/);
  await window.statusItem('4 232 req/s, 2.30 ms').waitFor();
  await window.screenshot('saved run dark');
});

once('says in the flamegraph what was run, and when', async () => {
  const body = await window.webview().locator('body').innerText();
  assert.match(body, /node src\/server\.js/);
  assert.match(body, /taken .*2026/);
});

once('saves the profile as a file that can be opened again', async () => {
  await window.command('Hotframe: Save Profile As…');
  await window.choose('CPU profile');
  const name = 'hotframe-profile.cpuprofile';
  await window.saveAs(name);
  assert.deepEqual(readFileSync(join(folder, name)), readFileSync(saved));
  assert.match(await window.notified('Saved'), /It holds source text and paths/);
  await window.clearNotifications();
});

once('saves the profile for another program, from the flamegraph', async () => {
  const save = window.webview().getByRole('button', { name: 'Save Other…' });
  await save.click();
  await window.page.locator('.quick-input-list .monaco-list-row').nth(5).waitFor();
  // VS Code gives a view the keyboard a moment late sometimes: the list stays.
  await save.focus();
  await window.page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
  await window.screenshot('save profile as dark');
  await window.choose('speedscope');
  const name = 'hotframe-profile.speedscope.json';
  await window.saveAs(name);
  assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
  const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
    shared: { frames: { name: string; file: string; line: number }[] };
  };
  const price = file.shared.frames.find((frame) => frame.name === 'price');
  assert.deepEqual(price, { name: 'price', file: join(folder, 'app.js'), line: 7, col: 1 });
  assert.match(await window.notified('Saved'), /It holds names and paths/);
  await window.clearNotifications();
});

once('puts no file that a profile names into a page, but scripts of the workspace', async () => {
  writeFileSync(join(folder, '.env'), 'TOKEN=ANOTHERS_TEXT');
  const outside = new ScratchWorkspace({ 'key.js': "work('ANOTHERS_TEXT');" });
  const urls = [`file://${folder}/../${basename(outside.path)}/key.js`, `${folder}/.env`];
  const hostile = profileOfScripts([...urls, `${folder}/app.js`]);
  writeFileSync(join(folder, 'hostile.cpuprofile'), JSON.stringify(hostile));
  await open(join(folder, 'hostile.cpuprofile'));
  await window.webview().locator('tr').filter({ hasText: '.env:1' }).first().waitFor();
  await window.command('Hotframe: Save Profile As…');
  await window.choose('Web page');
  await window.saveAs('hotframe-profile.html');
  const page = readFileSync(join(folder, 'hotframe-profile.html'), 'utf8');
  const [, packed = ''] = /<template id="profile">([^<]+)/.exec(page) ?? [];
  const data = gunzipSync(Buffer.from(packed, 'base64')).toString();
  assert.ok(data.includes('.env'));
  assert.doesNotMatch(data + (await window.webview().locator('body').innerText()), /ANOTHERS_TEXT/);
  outside[Symbol.dispose]();
  await window.clearNotifications();
  await open(saved);
  await window.lineNoted('app.js', 9, /^60\.0 %/);
});

const findings = () => window.treeRows('Findings');

once('lists what was found with its place and the next step, and leads to the line', async () => {
  const file = join(folder, 'nPlusOne.js');
  cpSync(join(recordedFolder('nPlusOne'), 'nPlusOne.js'), file);
  const source = readFileSync(file, 'utf8').split('\n');
  const line = source.findIndex((text) => text.includes('// fault')) + 1;
  await openRecordedRun(window, 'nPlusOne', folder);
  await window.until('the finding is listed', async () =>
    (await findings()).some((row) => row.startsWith('One request after another')),
  );
  const listed = await findings();
  assert.match(listed[0]!, new RegExp(`^One request after another, ×8 · nPlusOne\\.js:${line}`));
  assert.match(listed[1]!, /^Ask for all of it at once/);
  await window.webview().locator('.findings li', { hasText: 'One request' }).first().waitFor();
  await window.page.getByRole('treeitem', { name: /^One request after another/ }).click();
  await window.page.getByText(`Ln ${line}, Col`).first().waitFor();
});

once('lists no more what is switched off', async () => {
  const settings = join(folder, '.vscode/settings.json');
  mkdirSync(join(folder, '.vscode'));
  writeFileSync(settings, JSON.stringify({ 'hotframe.findings.off': findingKinds }));
  await window.page.getByText('Nothing stands out.').first().waitFor();
  writeFileSync(settings, '{}');
  await window.until('it is listed again', async () => (await findings()).length > 0);
});

once('shows a CPU profile of Node.js on the lines, and says what it does not know', async () => {
  const program = join(import.meta.dirname, '../fixtures/imports/program');
  cpSync(join(program, 'app.js'), join(folder, 'shop.js'));
  cpSync(join(program, 'lib.js'), join(folder, 'lib.js'));
  const flags = ['--cpu-prof', '--cpu-prof-name=taken.cpuprofile'];
  execFileSync(process.execPath, [...flags, 'shop.js'], { cwd: folder });
  await open(join(folder, 'taken.cpuprofile'));
  await frame('triple').waitFor();
  await window.openFile('shop.js');
  await window.lineNoted('shop.js', 7, /^\d+\.\d %/);
  // Nothing runs in the comment, and no line of lib.js is shown on one of shop.js.
  assert.equal(await window.lineNote('shop.js', 20), '');
  const header = await window.webview().locator('header.run').innerText();
  assert.match(header, /taken\.cpuprofile/);
  assert.match(
    header,
    /CPU profile of V8 · tiers not known · lines known on top of the stack alone/,
  );
  await window.webview().locator('li.note').filter({ hasText: 'what V8 had optimized' }).waitFor();
  await window.screenshot('cpu profile dark');
  await open(saved);
  await window.openFile('app.js');
  await window.lineNoted('app.js', 9, /^60\.0 %/);
});

for (const [name, text, sentence] of [
  ['empty.cpuprofile', '', "empty.cpuprofile can't be opened: it is empty."],
  ['list.cpuprofile', '[1, 2]', 'it is JSON, and no profile that Hotframe knows'],
  ['null.cpuprofile', 'null', 'it is no profile that Hotframe knows'],
  [
    'devtools.cpuprofile',
    JSON.stringify({ nodes: [{ id: 1, callFrame: {}, hitCount: 0 }], samples: [2] }),
    'its sample 1 is of no node',
  ],
  ['page.html', '<!doctype html><title>0x</title>', 'it is a page to look at in a browser'],
] as const) {
  once(`says what is wrong with ${name}, and keeps what is shown`, async () => {
    writeFileSync(join(folder, name), text);
    await open(join(folder, name));
    await window.notified(new RegExp(`${name}.*${sentence.slice(-30).replaceAll('.', '\\.')}`));
    assert.ok((await window.notified(name)).includes(sentence));
    assert.match(await window.lineNote('app.js', 9), /^60\.0 %/);
    await window.page.keyboard.press('Escape');
    await window.clearNotifications();
  });
}

detail('says in the flamegraph and in the tree that a source file is gone', async () => {
  const sentence = "gone.js can't be opened: it is not there any more";
  await frame('render').click();
  await window.notified(sentence);
  await window.clearNotifications();
  await window.showView();
  await window.treeItem('20: render').click();
  await window.notified(sentence);
  await window.screenshot('gone dark');
  await window.clearNotifications();
});

detail('brings an opened profile back after a reload', async () => {
  await window.reload();
  await window.lineNoted('app.js', 9, /^60\.0 %/);
  await frame('handle').waitFor();
});

detail('stays cleared over a reload', async () => {
  await window.command('Hotframe: Clear');
  await window.until(
    'the line says nothing',
    async () => (await window.lineNote('app.js', 9)) === '',
  );
  await window.statusItem('req/s').waitFor({ state: 'detached' });
  await window.reload();
  await window.editor('app.js').waitFor();
  // By then a profile that was brought back would be here: the server has answered.
  await window.command('Hotframe: Show Flamegraph');
  await window.notified('There is no profile yet');
  assert.equal(await window.lineNote('app.js', 9), '');
  assert.equal(await window.statusItem('req/s').count(), 0);
});
