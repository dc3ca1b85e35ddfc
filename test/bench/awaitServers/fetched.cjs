const { createServer } = require('node:http');
const { Worker } = require('node:worker_threads');
const { Agent, request: ask } = require('undici');

const items = Array.from({ length: 500 }, (_, id) => ({ id, name: `item ${id}` }));
const agent = new Agent({ connections: 4 });

/** The server that is asked has a thread of its own, so that its work is not this server's. */
const upstream = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => response.end(workerData));
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
  { eval: true, workerData: JSON.stringify(items) },
);

upstream.once('message', (port) => {
  createServer(async (request, response) => {
    const { body } = await ask(`http://127.0.0.1:${port}/`, { dispatcher: agent });
    const found = await body.json();
    response.end(String(found.length));
  }).listen(process.env.PORT ?? 0, '127.0.0.1');
});
