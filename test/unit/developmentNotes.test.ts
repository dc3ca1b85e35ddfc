import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developmentNotes } from '../../src/analysis/report/developmentNotes.ts';
import { profileFromText } from '../support/textProfile.ts';

/** Of ten samples one is in each row's last frame, with what it is called by. */
function notes(nodeEnv: string | null, ...stacks: string[]): string[] {
  const depth = Math.max(...stacks.map((stack) => stack.split(' ').length));
  const columns = Array.from({ length: 10 }, (_, at) => (stacks[at] ?? 'main:1').split(' '));
  const rows = Array.from({ length: depth }, (_, row) =>
    columns.map((column) => (column[row] ?? '').padEnd(90)).join(''),
  );
  return developmentNotes(profileFromText(rows.join('\n')), nodeEnv);
}

const view = 'route:3 lookup:104/lib/view.js@express tryStat:197/lib/view.js@express';
const compile = 'route:3 compile:500/lib/ejs.js@ejs generateSource:600/lib/ejs.js@ejs';
const kept = 'route:3 render:133/lib/view.js@express anonymous:1/lib/runtime.js@ejs';

test('names what Express does anew for each request, with its price', () => {
  assert.deepEqual(notes('', view, compile, kept), [
    'The server runs in development mode (NODE_ENV is not set): Express looks each view up and compiles its template anew for each request, which took 20.0 % of the time. Start it with NODE_ENV=production to measure what users get.',
  ]);
  assert.match(
    notes('staging', view)[0]!,
    /NODE_ENV is not production\): Express looks each view up anew/,
  );
  assert.match(
    notes('', compile)[0]!,
    /: templates are compiled anew for each request, which took 10/,
  );
});

test('says nothing where views are kept, NODE_ENV is production, or it is not known', () => {
  assert.deepEqual(notes('', kept), []);
  assert.deepEqual(notes('production', view, compile), []);
  assert.deepEqual(notes(null, view, compile), []);
});

test('knows the development servers of Next.js and Vite, and the development build of React', () => {
  const next =
    'handle:1/dist/server/dev/next-dev-server.js@next render:9/react-dom.development.js@react-dom';
  const [only, ...more] = notes('development', next);
  assert.match(only!, /Next\.js compiles pages .* `next start` after `next build`/);
  assert.deepEqual(more, []);
  assert.match(notes('development', 'transform:1/dist/node/index.js@vite')[0]!, /server of Vite/);
  const react = 'render:1/cjs/react-dom-server-legacy.node.development.js@react-dom';
  assert.match(
    notes('', react)[0]!,
    /React runs its slower development build, 10\.0 % of the time/,
  );
});
