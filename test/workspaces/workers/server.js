const http = require('node:http');
const path = require('node:path');
const { Worker } = require('node:worker_threads');

/** Two threads share the work. */

const script = path.join(__dirname, 'worker.js');
const workers = [0, 1].map(() => new Worker(script));
const waiting = new Map();
let nextId = 0;

for (const worker of workers) {
  worker.on('message', ({ id, total }) => {
    const response = waiting.get(id);
    waiting.delete(id);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total }));
  });
}

const server = http.createServer((request, response) => {
  const id = nextId++;
  waiting.set(id, response);
  workers[id % workers.length].postMessage({ id, seed: id % 1000 });
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
