import { findRoutes } from '../../src/analysis/routes/findRoutes.ts';
import { against } from './figures.ts';
import type { Section } from './section.ts';

/** A frame; every file that is opened is read for it, and most have no routes. */
const noneLimitMs = 16;
const someLimitMs = 250;
/** Of what an author may have half written. */
const hardLimitMs = 500;
const rounds = 5;

const plain = `export function total(lines: Line[]): number {
  // what "app" costs
  return lines.reduce((sum, line) => sum + line.price * line.count, 0);
}
`.repeat(2_500);

const routes = `app.get('/x/:id', async (req, res) => {
  const rows = await db.query(\`select \${req.params.id}\`);
  res.json(rows.map((row) => ({ id: row.id })));
});
`.repeat(100);

const chain = `\n  .get('/x', (c) => c.json({ a: [1, 2, 3] }))`.repeat(500);
/** Texts that take a careless reader the square of their length, and their routes. */
const hard: readonly [what: string, text: string, count: number][] = [
  ['a chain of 500', `import { Hono } from "hono";\nexport default new Hono()${chain};`, 500],
  ['2,000 open brackets', `import express from 'express';\n${"app.get('/x', (".repeat(2_000)}`, 1],
  ['a word of 500 kB', `import express from 'express';\nconst ${'a'.repeat(500_000)}`, 0],
  ['500 kB of spaces', `const a = { method:${' '.repeat(500_000)}x };`, 0],
];

/** How long a file of 10,000 lines takes to be read for its routes, and what is hard to read. */
export function benchRoutes(): Section[] {
  const none = times(plain, 0);
  const some = times(`const app = express();\n${routes}${plain}`, 100);
  return [
    {
      title: `routes, 10,000 lines of TypeScript (median of ${rounds}, range)`,
      figures: [
        ['without a route', against(none, noneLimitMs)],
        ['with 100 of them', against(some, someLimitMs)],
        ...hard.map(
          ([what, text, count]) => [what, against(times(text, count), hardLimitMs)] as const,
        ),
      ],
    },
  ];
}

function times(text: string, count: number): number[] {
  return Array.from({ length: rounds }, () => {
    const from = performance.now();
    const found = findRoutes(text, '/w/src/app.ts', null).length;
    const ms = performance.now() - from;
    if (found !== count) throw new Error(`${found} routes are found in place of ${count}.`);
    return ms;
  });
}
