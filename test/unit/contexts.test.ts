import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { MessageChannel, MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Contexts, type Hooks } from '../../src/engine/learning/contexts.ts';
import { PostedMessages } from '../../src/engine/learning/postedMessages.ts';
import { Segments } from '../../src/engine/learning/segments.ts';
import { noContext } from '../../src/shared/learningWire.ts';

/** Calls hooks as Node.js does for a driver, with no frame of the user's on the stack. */
const driver = new Script(
  `(hooks, steps) => new Promise((resolve) => {
    setImmediate(() => {
      for (const [hook, ...given] of steps) hooks[hook](...given);
      resolve();
    });
  })`,
  { filename: '/app/node_modules/driver/index.js' },
).runInThisContext() as (hooks: Hooks, steps: Step[]) => Promise<void>;

/** Code of the user's. */
const loadOrders = new Script(
  '(hooks, id, type) => (function loadOrders() { hooks.init(id, type); })()',
  { filename: '/app/orders.js' },
).runInThisContext() as (hooks: Hooks, id: number, type: string) => void;

type Step = [hook: keyof Hooks, id: number, type?: string];

/** Names of the functions whose contexts time was charged to, in order. */
class ChargedSegments extends Segments {
  readonly contexts: number[] = [];
  override add(_: number, __: number, context: number): void {
    this.contexts.push(context);
  }
}

/** The file that the learner is bundled into is this test's. */
const ownFile = runningFile();

function runningFile(): string {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, sites) => sites[0]?.getFileName();
  const file = new Error().stack as unknown as string;
  Error.prepareStackTrace = prepareStackTrace;
  return file;
}

const [socket, query, putOff] = [1, 2, 3];

async function charged(type: string): Promise<number[]> {
  const segments = new ChargedSegments();
  const contexts = new Contexts(segments, ownFile, Infinity);
  const hooks = contexts.hooks();
  await driver(hooks, [['init', socket, 'TCPWRAP']]);
  loadOrders(hooks, query, 'PROMISE');
  await driver(hooks, [
    ['before', socket],
    ['init', putOff, type],
    ['after', socket],
    ['before', putOff],
    ['after', putOff],
  ]);
  assert.deepEqual(segments.contexts, [], 'nobody is known before the answer');
  await driver(hooks, [
    ['before', socket],
    ['promiseResolve', query],
    ['after', socket],
  ]);
  const ofQuery = contexts.madeIn(query);
  const { contexts: known, functions } = contexts.tables();
  assert.equal(functions[known[ofQuery]!.frames[0]!]![1], 'loadOrders');
  return segments.contexts.filter((context) => context === ofQuery);
}

test('what a socket puts off before its answer counts for whom the answer is', async () => {
  const before = 'the first callback, what it put off, and the callback of the answer';
  assert.equal((await charged('Immediate')).length, 4, before);
  assert.equal((await charged('TickObject')).length, 4, before);
});

test('what is made there and may run again and again counts for nobody', async () => {
  assert.equal((await charged('Timeout')).length, 3);
});

test('a connection that a line opens does nothing for it, only what it answers does', async () => {
  const segments = new ChargedSegments();
  const hooks = new Contexts(segments, ownFile, Infinity).hooks();
  loadOrders(hooks, socket, 'TCPWRAP');
  const callback: Step[] = [
    ['before', socket],
    ['init', putOff, 'PROMISE'],
    ['after', socket],
    ['before', putOff],
    ['after', putOff],
  ];
  await driver(hooks, callback);
  assert.deepEqual(segments.contexts, []);
  loadOrders(hooks, query, 'PROMISE');
  await driver(hooks, [
    ['before', socket],
    ['promiseResolve', query],
    ['after', socket],
  ]);
  assert.equal(new Set(segments.contexts).size, 1);
});

const run = <T>(text: string, filename: string) =>
  new Script(text, { filename }).runInThisContext() as T;

type Post = (port: MessagePort, message: string) => void;

const pool = run<Post>(
  '(port, message) => port.postMessage(message)',
  '/app/node_modules/pool/index.js',
);
const report = run<(post: Post, port: MessagePort) => void>(
  `(post, port) => {
    for (let i = 0; i < 3; i++) post(port, 'job');
  }`,
  '/app/report.js',
);

test('counts what a library posts for a line of the user, and leaves the port as it was', () => {
  const { postMessage } = MessagePort.prototype;
  const contexts = new Contexts(new Segments(), ownFile);
  const posted = new PostedMessages(contexts);
  const { port1, port2 } = new MessageChannel();
  const end = posted.watch();
  report(pool, port1);
  end();
  report(pool, port1);
  assert.equal(MessagePort.prototype.postMessage, postMessage);
  assert.deepEqual(receiveMessageOnPort(port2), { message: 'job' });
  const [first, ...others] = posted.results();
  assert.deepEqual(others, []);
  assert.deepEqual([first?.library, first?.count], ['/app/node_modules/pool/index.js', 3]);
  const { contexts: known, scripts, functions } = contexts.tables();
  const [fn, line] = known[first!.context]!.frames;
  assert.deepEqual([scripts[functions[fn!]![0]], line], ['/app/report.js', 2]);
  port1.close();
});

test('what a pool posts before it tells for whom its callback runs counts for that one', async () => {
  const contexts = new Contexts(new Segments(), ownFile);
  const hooks = contexts.hooks();
  const posted = new PostedMessages(contexts);
  const { port1 } = new MessageChannel();
  await driver(hooks, [['init', socket, 'MESSAGEPORT']]);
  loadOrders(hooks, query, 'PROMISE');
  const end = posted.watch();
  await driver(hooks, [['before', socket]]);
  pool(port1, 'next job');
  assert.deepEqual(
    posted.results().map(({ context }) => context),
    [noContext],
  );
  await driver(hooks, [
    ['promiseResolve', query],
    ['after', socket],
  ]);
  end();
  assert.deepEqual(
    posted.results().map(({ context }) => context),
    [contexts.madeIn(query)],
  );
  port1.close();
});

/** Asks for a large answer on a connection, and resolves with the number of its parts. */
const askInParts = new Script(
  `(client, size) => {
    let answered;
    let parts = 0;
    client.on('data', (part) => {
      parts++;
      size -= part.length;
      if (size === 0) answered(parts);
    });
    return (ready) => {
      answered = ready;
      client.write('query');
    };
  }`,
  { filename: '/app/node_modules/driver/index.js' },
).runInThisContext() as (client: Socket, size: number) => (ready: (parts: number) => void) => void;

const loadMany = new Script('(ask) => (function loadMany() { return new Promise(ask); })()', {
  filename: '/app/orders.js',
}).runInThisContext() as (ask: (ready: (parts: number) => void) => void) => Promise<number>;

test('all parts of an answer count for whom it is, on a connection of before too', async () => {
  const answer = Buffer.alloc(2_000_000);
  const server = createServer((socket) => socket.once('data', () => socket.write(answer)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  const segments = new ChargedSegments();
  const contexts = new Contexts(segments, ownFile, Infinity);
  const ask = askInParts(client, answer.length);
  const hook = createHook(contexts.hooks()).enable();
  const parts = await loadMany(ask);
  hook.disable();
  client.destroy();
  server.close();
  const { contexts: known, functions } = contexts.tables();
  const own = known.findIndex(({ frames }) => functions[frames[0]!]?.[1] === 'loadMany');
  assert.ok(parts > 5, `${parts}`);
  const counted = segments.contexts.filter((context) => context === own).length;
  assert.ok(counted >= parts, `${counted} of ${parts} parts`);
});
