const { Worker, isMainThread, parentPort } = require('node:worker_threads');

/** One thread does the work of all requests. */
function work() {
  parentPort.on('message', (id) => {
    const until = performance.now() + 6;
    while (performance.now() < until);
    parentPort.postMessage({ id, price: 7 });
  });
}

function main() {
  const { serve } = require('./serve.js');
  const worker = new Worker(__filename);
  const waiting = new Map();
  let last = 0;
  worker.on('message', ({ id, price }) => {
    waiting.get(id)(price);
    waiting.delete(id);
  });
  const ask = (resolve) => {
    waiting.set(++last, resolve);
    worker.postMessage(last);
  };
  const price = () => new Promise(ask); // fault
  serve(async () => {
    return { price: await price() };
  });
}

if (isMainThread) main();
else work();
