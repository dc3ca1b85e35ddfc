import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { succeeded, watchRun, withFolder } from '../../process/engineHarness.ts';
import { FlameModel } from '../../../src/analysis/flame/flameModel.ts';
import { selfInPicture } from '../../support/byteRun.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';

/** Arrays of 100 that each of five functions makes for a request, most first. */
const arrays = { first: 400, second: 250, third: 150, fourth: 80, fifth: 40 };
/** An array has 16 bytes, and its elements 16 and 8 for each. */
const arrayBytes = 16 + 16 + 100 * 8;

const serve = `
require('node:http').createServer(async (_, response) => {
  response.end(String(await all()));
}).listen(0, '127.0.0.1');
`;
const names = Object.keys(arrays) as (keyof typeof arrays)[];
const loops = (call: (name: string) => string) =>
  names.map((name) => `for (let i = 0; i < ${arrays[name]}; i++) sum += ${call(name)};`).join('\n');
const functions = (body: string) => names.map((name) => `function ${name}(i) { ${body} }`);

/** The ways in which code allocates that V8 or a stack may book on another function. */
const servers: Record<string, Record<string, string>> = {
  'small functions, which V8 inlines': {
    'server.js': `${functions('return new Array(100).fill(i).length;').join('\n')}
      function all() { let sum = 0; ${loops((name) => `${name}(i)`)} return sum; } ${serve}`,
  },
  'methods of classes': {
    'server.js': `class Work { ${names.map((name) => `${name}(i) { return new Array(100).fill(i).length; }`).join('\n')} }
      const work = new Work();
      function all() { let sum = 0; ${loops((name) => `work.${name}(i)`)} return sum; } ${serve}`,
  },
  'callbacks of builtins': {
    'server.js': `${names.map((name) => `const ${name} = (_, i) => new Array(100).fill(i).length;`).join('\n')}
      const lists = { ${names.map((name) => `${name}: [...Array(${arrays[name]}).keys()]`).join(', ')} };
      function all() {
        let sum = 0;
        ${names.map((name) => `lists.${name}.forEach((value, i) => { sum += ${name}(value, i); });`).join('\n')}
        return sum;
      } ${serve}`,
  },
  'what runs after an await': {
    'server.js': `${names.map((name) => `async function ${name}() { await null; let sum = 0; for (let i = 0; i < ${arrays[name]}; i++) sum += new Array(100).fill(i).length; return sum; }`).join('\n')}
      async function all() { let sum = 0; ${names.map((name) => `sum += await ${name}();`).join('\n')} return sum; } ${serve}`,
  },
  'a package that each calls': {
    'node_modules/fill/index.js': 'module.exports = (i) => new Array(100).fill(i).length;',
    'server.js': `const fill = require('fill');
      ${functions('return fill(i);').join('\n')}
      function all() { let sum = 0; ${loops((name) => `${name}(i)`)} return sum; } ${serve}`,
  },
};

const majors = testedLines([20, 24]);

for (const [nth, major] of majors.entries()) {
  // Each way is tried on one of the lines; test/process/memory has inlined functions on all.
  const here = Object.entries(servers).filter((_, index) => index % majors.length === nth);
  describe(`the five functions that allocate most are told in their order on Node ${major}`, () => {
    for (const [what, files] of here) {
      test(what, async (context) => {
        const node = await nodeBinary(major);
        await withFolder(files, async (folder) => {
          const load = { durationS: 2, warmupS: 1, connections: 2 };
          const outcome = await watchRun(folder, { node, load, allocations: true });
          const { report } = succeeded(outcome);
          const told = report.memory!.functions.slice(0, 5);
          context.diagnostic(told.map((each) => `${each.name} ${each.bytesPerRequest}`).join(', '));
          assert.deepEqual(
            told.map(({ name }) => name),
            names,
          );
          for (const { name, bytesPerRequest } of told) {
            const known = arrays[name as keyof typeof arrays] * arrayBytes;
            assert.ok(Math.abs(bytesPerRequest / known - 1) < 0.25, `${name}: ${bytesPerRequest}`);
          }
          assert.deepEqual(report.findings, [], 'nothing of it stays');
          const drawn = selfInPicture(new FlameModel(outcome.bytesProfile!, report, folder.path));
          for (const fn of report.memory!.functions) {
            const bytes = drawn.get(`${fn.name} ${fn.file}:${fn.line}`) ?? 0;
            const isSame = Math.abs(bytes - fn.bytesPerRequest) < 1;
            assert.ok(isSame, `${fn.name} has ${bytes} in the picture`);
          }
        });
      });
    }
  });
}
