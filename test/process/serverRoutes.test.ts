import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CodeLens } from 'vscode-languageserver-protocol';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { routesProfile } from '../support/routesRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { withFolder } from './engineHarness.ts';
import { uriOf, withClient } from './serverClient.ts';

const text = `
const app = require('express')();
app.get('/orders/:order', orders);
app.get('/users', users);
app.get('/health', health);
app.listen(3000);
`;

for (const [file, what] of [
  ['app.js', 'a run of several routes'],
  ['routes.js', 'such a run, in a file that takes no time itself'],
] as const) {
  test(`the lens above a route says what it costs in ${what}`, () =>
    withFolder({ [file]: text }, (folder) =>
      withClient(async (client) => {
        const profile = routesProfile();
        for (const each of profile.functions) each.file = each.file.replace(/^\/app/, folder.path);
        profile.sources.set(join(folder.path, file), text);
        const run = join(folder.path, 'saved.cpuprofile');
        writeFileSync(run, saveRun(profile, reportOf(profile)));
        const uri = uriOf(join(folder.path, file));
        await client.initialize();
        await client.openDocument(uri, text);
        assert.equal((await client.open(run)).problem, null);
        const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
          textDocument: { uri },
        });
        const titles = lenses.map(({ command }) => command?.title ?? '');
        assert.deepEqual(
          titles.filter((title) => title.startsWith('Profile')),
          [
            'Profile GET /orders/:order · 60.0 % of the time · 1.50 ms CPU, 24 ms a request',
            'Profile GET /users · 30.0 % of the time · 500 µs CPU, 2 ms a request',
            'Profile GET /health',
          ],
        );
        await client.close();
      }),
    ));
}
