import assert from 'node:assert/strict';
import { openWindow, quickRuns } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** What is asked before a run, in one window: the launch, then the load. */

/** Answers 201 to a POST with the right body and type, else 415. */
const strictServer = `
const http = require('node:http');
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const isRight =
      request.method === 'POST' &&
      request.url === '/orders' &&
      request.headers['content-type'] === 'application/json' &&
      JSON.parse(body).quantity === 3;
    response.statusCode = isRight ? 201 : 415;
    response.end(request.method + ' ' + request.url);
  });
});
server.listen(0, '127.0.0.1');
`;
const configurations = [
  { name: 'Debug in Chrome', type: 'chrome', request: 'launch', url: 'http://localhost' },
  { name: 'Attach', type: 'node', request: 'attach', port: 9229 },
];

const workspace = new ScratchWorkspace({
  '.vscode/launch.json': JSON.stringify({ configurations }),
  'notes.txt': 'No Node.js project.',
});
const { window, step } = await openWindow(workspace, {
  settings: { ...quickRuns, 'hotframe.load.warmup': 1 },
});

step('asks what to launch where nothing was profiled before', async () => {
  await window.command('Hotframe: Profile Server Again');
  const rows = await window.quickPickRows();
  assert.match(rows.join('\n'), /Type a command…/);
  await window.screenshot('nothing to launch dark');
});

step('says why a launch configuration that is not Node.js can not be profiled', async () => {
  const rows = (await window.quickPickRows()).join('\n');
  assert.match(rows, /Debug in Chrome.*type `chrome`, and only Node\.js can be profiled/);
  assert.match(rows, /Attach.*attaches to a process/);
  await window.choose('Debug in Chrome');
  const said = await window.notified("Debug in Chrome can't be profiled: it is a launch");
  assert.match(said, /only Node\.js can be profiled\.$/);
  await window.pressButton('Debug in Chrome', 'Type Command…');
});

step('takes no command for a shell, and says so beside the box', async () => {
  await window.type('PORT=80 node a.js && echo');
  assert.match(await window.inputProblem(), /leave out/);
  await window.page.keyboard.press('Escape');
});

step('says at once what is wrong with a path, a count and a duration', async () => {
  workspace.write('server.js', strictServer);
  await window.command('Hotframe: Profile With Options…');
  await window.choose('server.js');
  await window.choose('One request');
  await window.asked('(1/5)');
  for (const [text, sentence] of [
    ['orders', 'A path that begins with /'],
    ['ftp://localhost/', 'Only http and https'],
    ['http://', 'is not a URL'],
  ] as const) {
    await window.type(text);
    await window.until(
      `${text} is refused`,
      async () => (await window.inputProblem()).includes(sentence),
      () => sentence,
    );
    await window.page.keyboard.press('Enter');
    await window.asked('(1/5)');
  }
  await window.screenshot('invalid path dark');
  await window.answer('(1/5)', '/orders');
  await window.choose('POST');
  await window.answer('(3/5)', '{ "quantity": 3 }');
  await window.asked('(4/5)');
  await window.type('0');
  assert.match(await window.inputProblem(), /A whole number from 1 to 10 000/);
  await window.answer('(4/5)', '2');
  await window.asked('(5/5)');
  await window.type('0.5');
  assert.match(await window.inputProblem(), /Seconds, from 1 to 3600/);
  await window.answer('(5/5)', '1');
});

step('sends the body with its type, and remembers what was asked', async () => {
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
  await window.command('Hotframe: Profile With Options…');
  await window.choose('One request');
  await window.asked('(1/5)');
  assert.equal(await window.typed(), '/orders');
  await window.page.keyboard.press('Escape');
});

step('runs again as before, without a question', async () => {
  await window.command('Hotframe: Profile Server Again');
  await window.statusItem('Hotframe:').waitFor();
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
});
