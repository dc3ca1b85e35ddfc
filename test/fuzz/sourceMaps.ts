import { transformSync } from 'esbuild';
import { ScriptPositions } from '../../src/analysis/source/scriptPositions.ts';
import { loadSourceMap } from '../../src/analysis/source/sourceMap.ts';
import { foldersAround } from '../../src/analysis/source/originalPath.ts';
import { givenName } from '../../src/analysis/routes/givenName.ts';
import { findRoutes } from '../../src/analysis/routes/findRoutes.ts';
import { mutateJson, mutateText } from './mutate.ts';
import type { FuzzSubject } from './runFuzz.ts';

const source = `
import express from 'express';
interface Order { total: number; lines: { name: string; price: number }[] }
export class Orders {
  #all: Order[] = [];
  static readonly limit = 20;
  add(order: Order): void { this.#all.push(order); }
  get total(): number { return this.#all.map((order) => order.total).reduce((a, b) => a + b, 0); }
}
const app = express();
const orders = new Orders();
app.get('/orders/:id', async (request, response) => {
  const prices = orders['#all']?.map(({ lines }) => lines.map(({ price }) => price * 1.2));
  response.json({ total: orders.total, text: \`\${prices}\${/[/]"'\`/.test('x') ? '/* no */' : ''}\` });
});
app.listen(3000);
`;

const folder = '/app';

/** Scripts with the maps that they name, read as a run reads them. */
export const sourceMaps: FuzzSubject = {
  name: 'source maps',
  prepare() {
    const built = [true, false].map((minify) =>
      transformSync(source, {
        loader: 'ts',
        minify,
        sourcemap: 'external',
        sourcefile: 'src/a.ts',
      }),
    );
    const sections = JSON.stringify({
      version: 3,
      sections: built.map(({ map }, index) => ({
        offset: { line: index * 10, column: 0 },
        map: JSON.parse(map) as object,
      })),
    });
    return {
      async try(random) {
        const { code, map } = random.pick(built);
        const base = random.chance(0.2) ? sections : map;
        const json = random.chance(0.5)
          ? JSON.stringify(mutateJson(JSON.parse(base), random))
          : mutateText(base, random);
        const text = random.chance(0.3) ? mutateText(code, random) : code;
        const inline = `data:application/json;base64,${Buffer.from(json).toString('base64')}`;
        const url = random.chance(0.3)
          ? random.chance(0.5)
            ? inline
            : mutateText(inline, random)
          : 'a.js.map';
        const script = `${text}\n//# sourceMappingURL=${url}\n`;
        const files = {
          read: () => Promise.resolve(json),
          exists: (path: string) => random.chance(0.2) && !path.includes('\0'),
          changedMs: () => null,
        };
        const loaded = await loadSourceMap(`${folder}/dist/a.js`, script, files);
        const found = typeof loaded === 'string' ? null : loaded;
        const folders = foldersAround(`${folder}/dist/a.js`, [folder], files);
        const positions = new ScriptPositions(`${folder}/dist/a.js`, script, found, folders, files);
        for (const [file, content] of positions.sources()) {
          check(typeof file === 'string', 'a source without a path');
          check(content === null || typeof content === 'string', 'a source that is no text');
        }
        for (let at = 0; at < script.length; at += 1 + random.below(40)) {
          const { file, line, column, name } = positions.at(at);
          check(typeof file === 'string', 'a position without a file');
          check(isPosition(line) && isPosition(column), `line ${line}, column ${column}`);
          check(name === null || typeof name === 'string', 'a name that is no text');
          const own = positions.functionName(at);
          check(own === null || typeof own === 'string', 'a function name that is no text');
        }
        // As many functions as so short a text may have.
        for (let functions = 0; functions < 12; functions++) {
          const given = givenName(positions.source, random.below(script.length), (offset, word) =>
            positions.originalWord(offset, word),
          );
          check(given === null || typeof given === 'string', 'a given name that is no text');
        }
        findRoutes(script, '/app/dist/a.js', null);
        if (typeof loaded === 'string') throw new Error(loaded);
      },
      end() {},
    };
  },
};

/** What fits the tables of a profile. */
function isPosition(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value < 2 ** 28;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new TypeError(what);
}
