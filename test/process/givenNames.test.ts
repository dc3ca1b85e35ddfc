import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transformSync } from 'esbuild';
import type { Report } from '../../src/shared/report.ts';
import { nodeBinary, testedLines, thisLine } from '../support/nodeVersions.ts';
import { succeeded, watchRun, withFolder } from './engineHarness.ts';

/** Every function without a name has the name to find behind `//=` on its first line; two there are split by `&`. */
const server = `import { createServer } from 'node:http';
import { EventEmitter } from 'node:events';

interface Request { url: string }
type Handler = (request: Request) => unknown;

const handlers: Handler[] = [];
const bus = new EventEmitter();
const app = {
  get: (path: string, ...given: Handler[]) => handlers.push(...given),
  use: (...given: (Handler | string)[]) => {
    for (const each of given) if (typeof each === 'function') handlers.push(each);
  },
  route: (options: { method: string; url: string; handler: Handler }) => handlers.push(options.handler),
};

function burn(): number {
  let sum = 0;
  for (let i = 0; i < 400_000; i++) sum += Math.sqrt(i);
  return sum;
}

function guard(limit: number): Handler {
  return (request) => burn() + limit; //= returned by guard
}

app.get('/invoices/:id', async (request) => burn()); //= GET /invoices/:id
app.get('/list', function (request) { return burn(); }); //= GET /list
app.use('/static', (request: Request): number => burn()); //= use /static
app.use(guard(3));
app.route({ method: 'POST', url: '/orders', handler: (request) => burn() }); //= POST /orders
app.use((request) => { //= use callback
  return [1].map((one) => //= map callback
    burn() + one);
});
app.use(async (request) => new Promise((resolve) => { //= use callback & new Promise executor
  resolve(burn());
}));
app.use((request) => Promise.resolve(1).then(
  (one) => burn() + one)); //= then callback
bus.on('work', () => burn()); //= work listener
app.use(() => bus.emit('work')); //= use callback

createServer((request, response) => { //= createServer callback
  for (const handler of handlers) handler(request as Request);
  response.end('done');
}).listen(0, '127.0.0.1');
`;

/** Built outside of the test's folder: esbuild's own process outlives it. */
function built(minify: boolean): Record<string, string> {
  const { code, map } = transformSync(server, {
    loader: 'ts',
    format: 'esm',
    minify,
    sourcemap: 'external',
  });
  return {
    'package.json': '{}',
    'src/server.ts': server,
    'dist/server.mjs': `${code}//# sourceMappingURL=server.mjs.map\n`,
    'dist/server.mjs.map': JSON.stringify({
      ...(JSON.parse(map) as object),
      sources: ['../src/server.ts'],
    }),
  };
}

/** Each of the functions has about a twelfth of some 600 samples. */
const load = { durationS: 0.7 };

function namesAt(report: Report, line: number): string[] {
  return report.functions
    .filter((each) => each.file.endsWith('src/server.ts') && each.line === line)
    .map(({ name }) => name);
}

for (const minify of [false, true]) {
  describe(`functions without a name are called by what they are given to${minify ? ', minified' : ''}`, () => {
    // A name that is read from the map is the same on each line; V8's own guess of one is not.
    for (const major of minify ? testedLines([thisLine, 24]) : testedLines()) {
      test(`on Node ${major}`, async () => {
        await withFolder(built(minify), async (folder) => {
          const node = await nodeBinary(major);
          const { report } = succeeded(
            await watchRun(folder, { command: ['node', 'dist/server.mjs'], node, load }),
          );
          const wanted = server
            .split('\n')
            .map((text, index) => ({ line: index + 1, name: text.split('//= ')[1] }))
            .filter(({ name }) => name !== undefined);
          assert.equal(wanted.length, 12);
          for (const { line, name } of wanted) {
            const found = namesAt(report, line);
            for (const each of name!.split(' & ')) {
              assert.ok(found.includes(each), `line ${line}: ${each} is in ${found.join(', ')}`);
            }
          }
          assert.ok(report.functions.some(({ name }) => name === 'burn'));
          assert.ok(
            !report.functions.some(({ name, area }) => area === 'app' && name === '(anonymous)'),
          );
        });
      });
    }
  });
}
