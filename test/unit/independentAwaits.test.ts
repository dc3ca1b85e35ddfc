import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areAwaitsIndependent } from '../../src/analysis/text/independentAwaits.ts';
import { maskCode } from '../../src/analysis/text/maskCode.ts';

/** Asks of the two lines that end with `// 1` and `// 2`. */
function areIndependent(text: string): boolean {
  const lineOf = (mark: string) => text.split('\n').findIndex((line) => line.endsWith(mark)) + 1;
  return areAwaitsIndependent(text, maskCode(text), lineOf('// 1'), lineOf('// 2'));
}

const independent: Record<string, string> = {
  'two declarations': `
    async function handle(id) {
      const user = await loadUser(id); // 1
      const orders = await loadOrders(id); // 2
      return { user, orders };
    }`,
  'patterns, types and calls of several lines': `
      const { rows: [user] }: Result = await pool.query( // 1
        'select * from users where id = $1',
        [id],
      );
      const orders = (await pool.query('select * from orders', [id])).rows; // 2`,
  'declarations between them that use nothing of the first': `
      const user = await loadUser(id) // 1
      const key = keyOf(id)
      const range = {
        from: 1,
      }
      const orders = await loadOrders(key, range) // 2`,
  'the second one is returned': `
      const user = await loadUser(id); // 1
      return await loadOrders(id); // 2`,
  'a chain on the next line': `
      const user = await loadUser(id) // 1
        .then(String);
      const orders = await loadOrders(id); // 2`,
};

const notTold: Record<string, string> = {
  'the second uses the first': `
      const user = await loadUser(id); // 1
      const orders = await loadOrders(user.id); // 2`,
  'the second uses a part of the first': `
      const { id: owner } = await loadUser(name); // 1
      const orders = await loadOrders(owner); // 2`,
  'the second uses it in a template': `
      const user = await loadUser(id); // 1
      const orders = await loadOrders(\`/users/\${user}\`); // 2`,
  'something between them uses the first': `
      const user = await loadUser(id); // 1
      const key = keyOf(user);
      const orders = await loadOrders(key); // 2`,
  'something may end the function between them': `
      const user = await loadUser(id); // 1
      if (!found) return null;
      const orders = await loadOrders(id); // 2`,
  'a call between them may change anything': `
      const user = await loadUser(id); // 1
      prepare(id);
      const orders = await loadOrders(id); // 2`,
  'the first one has no result, so it is waited for on purpose': `
      await loadUser(id); // 1
      const orders = await loadOrders(id); // 2`,
  'the second one is in another block': `
      const user = await loadUser(id); // 1
      for (const each of list) {
        const orders = await loadOrders(each); // 2
      }`,
  'the first one is in a block of its own': `
      try {
        const user = await loadUser(id); // 1
      } catch {}
      const orders = await loadOrders(id); // 2`,
  'the second one is asked for only in some cases': `
      const user = await loadUser(id); // 1
      const orders = isOpen ? await loadOrders(id) : []; // 2`,
  'a choice by the first': `
      const user = await loadUser(id) ?? null; // 1
      const orders = await loadOrders(id); // 2`,
  'two awaits on a line': `
      const user = await loadUser(await idOf(name)); // 1
      const orders = await loadOrders(1); // 2`,
  'several declarations in a statement': `
      const user = await loadUser(id), // 1
        orders = await loadOrders(id); // 2`,
  'the first one changes something': `
      const user = await saveUser(id); // 1
      const orders = await loadOrders(id); // 2`,
  'a statement that changes something': `
      const user = await pool.query('INSERT INTO users VALUES (1)'); // 1
      const orders = await pool.query('SELECT * FROM orders'); // 2`,
  'one connection, which does one after the other': `
      const user = await client.query('SELECT 1'); // 1
      const orders = await client.query('SELECT 2'); // 2`,
  'a check': `
      const session = await authenticate(token); // 1
      const orders = await loadOrders(token); // 2`,
  'a pause': `
      const woken = await sleep(20); // 1
      const orders = await loadOrders(id); // 2`,
  'the name is only in a comment, and the await too': `
      const user = 1; // await loadUser(id) // 1
      const orders = await loadOrders(id); // 2`,
};

for (const [what, text] of Object.entries(independent)) {
  test(`may run side by side: ${what}`, () => assert.equal(areIndependent(text), true));
}

for (const [what, text] of Object.entries(notTold)) {
  test(`nothing is said: ${what}`, () => assert.equal(areIndependent(text), false));
}

test('lines that the file does not have say nothing', () => {
  assert.equal(areAwaitsIndependent('a', 'a', 3, 9), false);
  assert.equal(areAwaitsIndependent('', '', 1, 1), false);
});
