import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scenarioFile } from '../../src/shared/scenario.ts';
import { openWindow, quickRuns } from './testWindow.ts';
import { ScratchWorkspace } from './workspaceCopy.ts';

/** A scenario file from its first line to the lines that it makes hot, in one window. */

/** Works for a customer who has logged in; all others are refused. */
const shop = `const http = require('node:http');
const prices = Array.from({ length: 100_000 }, (_, index) => index % 97);
function total(limit) {
  let sum = 0;
  for (const price of prices) if (price < limit) sum += Math.sqrt(price);
  return sum;
}
http.createServer((request, response) => {
  if (request.url === '/login') {
    response.setHeader('set-cookie', 'sid=abc; HttpOnly');
    return response.end('{"token":"t-1"}');
  }
  const { cookie, authorization } = request.headers;
  response.statusCode = cookie === 'sid=abc' && authorization === 'Bearer t-1' ? 200 : 403;
  response.end(String(total(request.url.length)));
}).listen(0, '127.0.0.1');
`;
const scenarios = `{
  "scenarios": {
    // Signed in
    "customer": {
      "description": "what a customer does",
      "launch": "server.js",
      "connections": 4, "duration": 1.5, "warmup": 0.5,
      "setup": [{ "method": "POST", "path": "/login", "capture": { "token": "/token" } }],
      "headers": { "authorization": "Bearer {{token}}" },
      "requests": [
        { "path": "/basket", "weight": 2 },
        { "path": "/orders" }
      ]
    }
  }
}
`;
const openapi = `openapi: 3.0.0
info: { title: Shop, version: '1' }
paths:
  /orders/{id}:
    get:
      summary: One order
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, example: 17 } }]
`;

const workspace = new ScratchWorkspace({
  'server.js': shop,
  'openapi.yaml': openapi,
  [scenarioFile]: scenarios,
});
const file = join(workspace.path, scenarioFile);
const settings = {
  ...quickRuns,
  ...{ 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 1.5 },
};
const { window, step, detail, once } = await openWindow(workspace, { settings });

async function ran(): Promise<void> {
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
}

step('offers the scenarios above what starts the server, and logs in', async () => {
  await window.command('Hotframe: Profile Server');
  const rows = await window.quickPickRows();
  const at = (text: string) => rows.findIndex((row) => row.includes(text));
  assert.ok(at('what a customer does') >= 0, rows.join('\n'));
  assert.ok(at('what a customer does') < at('Type a command…'), rows.join('\n'));
  assert.match(rows.join('\n'), /starts server\.js/);
  await window.screenshot('scenario choice dark');
  await window.choose('what a customer does');
  await ran();
  await window.webview().getByText('scenario customer').first().waitFor();
  await window.screenshot('scenario run dark');
});

once('shows the hot line of what the scenario asks for', async () => {
  await window.openFile('server.js');
  await window.lineNoted('server.js', 5, /^\s*\d+\.\d %/);
  await window.screenshot('scenario lines dark');
});

detail('runs the scenario again as its file is now, without a question', async () => {
  workspace.write(scenarioFile, scenarios.replace('"path": "/login"', '"path": "/nowhere"'));
  await window.command('Hotframe: Profile Server');
  const said = await window.notified('The setup request POST /nowhere');
  assert.match(said, /no JSON, so there is no token|answered with 403/);
  assert.deepEqual(await window.buttons('The setup request'), [
    'Open Scenario File',
    'Show Output',
  ]);
  await window.screenshot('scenario setup failed dark');
  await window.pressButton('The setup request', 'Open Scenario File');
  await window.editor('hotframe.json').waitFor();
});

detail('says where a mistake is, and opens the file there', async () => {
  workspace.write(scenarioFile, scenarios.replace('"weight": 2', '"weight": "much"'));
  await window.command('Hotframe: Profile Server');
  const said = await window.notified('the weight must be');
  assert.equal(
    said,
    '.vscode/hotframe.json, line 11, column 40: the weight must be a whole number from 1 to 1000.',
  );
  await window.pressButton('the weight must be', 'Open File');
  await window.until(
    'the cursor is on the line',
    async () => (await window.activeLine('hotframe.json')) === 11,
  );
  await window.screenshot('scenario mistake dark');
  workspace.write(scenarioFile, scenarios);
});

once('completes the names of the scenario file from its schema', async () => {
  const { page } = window;
  // Behind the comment.
  await window.openFile('.vscode/hotframe.json', 3);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('"other": { "re');
  const list = page.locator('.suggest-widget.visible .monaco-list-row');
  await window.until('requests is offered', async () => {
    await page.keyboard.press('Control+Space');
    return await list
      .filter({ hasText: 'requests' })
      .first()
      .waitFor({ timeout: 1_500 })
      .then(
        () => true,
        () => false,
      );
  });
  await window.screenshot('scenario completion dark');
  await page.keyboard.press('Escape');
  await window.command('File: Revert File');
});

once('sends operations of an OpenAPI document', async () => {
  workspace.write('server.js', shop.replace("'sid=abc' && ", "'sid=abc' || "));
  await window.command('Hotframe: Profile With Options…');
  await window.choose('server.js');
  await window.choose('openapi.yaml');
  const rows = await window.quickPickRows();
  assert.match(rows.join('\n'), /GET \/orders\/\{id\}.*One order.*GET \/orders\/17/);
  await window.screenshot('openapi operations dark');
  await window.page.keyboard.press('Enter');
  await window.answer('(4/5)', '2');
  await window.answer('(5/5)', '1');
  const said = await window.notified('No answer from');
  assert.match(said, /the first was 403/);
});

once('writes a scenario file from the last run, which can be run', async () => {
  await window.command('View: Close All Editors');
  rmSync(file);
  await window.command('Hotframe: Create Scenario File');
  await window.until('the file is there', () => Promise.resolve(existsSync(file)));
  await window.editor('hotframe.json').waitFor();
  await window.editor('hotframe.json').getByText('Ctrl+Space').first().waitFor();
  await window.screenshot('scenario starter dark');
  const text = readFileSync(file, 'utf8');
  assert.match(text, /"launch": "server\.js",\n {6}"connections": 2,\n {6}"duration": 1,/);
  assert.match(text, /\{ "path": "\/orders\/17" \}/);
});
