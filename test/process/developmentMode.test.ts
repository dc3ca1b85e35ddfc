import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lightRun, succeeded, withFolder } from './engineHarness.ts';

/** A stand-in for Express without its view cache, and a server that reads a `.env` of its own. */
const files = {
  'node_modules/express/lib/view.js': `
module.exports = function View() {
  let sum = 0;
  for (let i = 0; i < 200_000; i++) sum += Math.sqrt(i);
  this.sum = sum;
};`,
  'server.js': `
const View = require('express/lib/view.js');
process.env.NODE_ENV = 'staging';
require('node:http').createServer((request, response) => response.end(String(new View().sum)))
  .listen(0, '127.0.0.1');`,
};

test('says that a server runs in development mode, by NODE_ENV as it is when it listens', () =>
  withFolder(files, async (folder) => {
    const { report } = succeeded(
      await lightRun(folder, { env: { NODE_ENV: 'production' }, load: { rate: 200 } }),
    );
    const note = report.notes.find((each) => each.includes('development mode'));
    assert.match(note ?? '', /\(NODE_ENV is not production\): Express looks each view up anew/);
  }));
