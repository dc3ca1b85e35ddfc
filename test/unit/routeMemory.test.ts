import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Memento, Uri } from 'vscode';
import { RouteMemory } from '../../src/host/routes/routeMemory.ts';

/** What VS Code keeps for a workspace: as JSON, so that nothing is shared with what was given. */
function workspaceState(): Memento {
  const kept = new Map<string, string>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string): unknown => JSON.parse(kept.get(key) ?? 'null') ?? undefined,
    update: (key, value) => Promise.resolve(void kept.set(key, JSON.stringify(value))),
  } as Memento;
}

const folderAt = (path: string) => pathToFileURL(path) as unknown as Uri;
const [shop, stock] = [folderAt('/shop'), folderAt('/stock')];
const route = (method: string, path: string) => ({ uri: 'file:///shop/app.js', method, path });
const order = route('GET', '/orders/:id');

test('remembers what was sent to a route, by its method, path and folder', async () => {
  const memory = new RouteMemory(workspaceState());
  assert.equal(memory.requestOf(shop, order), null);
  await memory.remember(shop, order, { url: '/orders/17', body: '' });
  await memory.remember(shop, route('PUT', '/orders/:id'), { url: '/orders/18', body: '{}' });
  assert.deepEqual(memory.requestOf(shop, order), { url: '/orders/17', body: '' });
  const moved = { ...order, uri: 'file:///shop/b.js' };
  assert.equal(memory.requestOf(shop, moved)?.url, '/orders/17');
  assert.equal(memory.requestOf(shop, route('PUT', '/orders/:id'))?.url, '/orders/18');
  assert.equal(memory.requestOf(shop, route('GET', '/orders')), null);
  assert.equal(memory.requestOf(stock, order), null);
  await memory.remember(shop, order, { url: '/orders/19', body: '' });
  assert.equal(memory.requestOf(shop, order)?.url, '/orders/19');
});

test('offers the last value of a parameter to every route of the folder that has it', async () => {
  const memory = new RouteMemory(workspaceState());
  const sent = { url: '/', body: '' };
  assert.equal(memory.valueOf(shop, 'id'), '');
  await memory.remember(shop, order, sent, { id: '17', shop: 'north' });
  await memory.remember(shop, route('GET', '/lines/:id'), sent, { id: '18' });
  await memory.remember(shop, route('GET', '/'), sent);
  assert.deepEqual([memory.valueOf(shop, 'id'), memory.valueOf(shop, 'shop')], ['18', 'north']);
  assert.equal(memory.valueOf(stock, 'id'), '');
});

test('knows it again after a reload of the window', async () => {
  const state = workspaceState();
  await new RouteMemory(state).remember(shop, order, { url: '/orders/17', body: '' }, { id: '17' });
  const next = new RouteMemory(state);
  assert.deepEqual(
    [next.requestOf(shop, order)?.url, next.valueOf(shop, 'id')],
    ['/orders/17', '17'],
  );
});
