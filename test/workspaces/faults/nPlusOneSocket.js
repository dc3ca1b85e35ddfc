const net = require('node:net');
const { Worker, isMainThread, parentPort } = require('node:worker_threads');

/** A store that is asked by lines of text over one connection. */
function startStore() {
  const server = net.createServer((socket) => {
    socket.on('data', (keys) => {
      setTimeout(
        () =>
          socket.write(
            `${String(keys)
              .trim()
              .split('\n')
              .map(() => '7')
              .join('\n')}\n`,
          ),
        2,
      );
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}

function main() {
  const { serve } = require('./serve.js');
  new Worker(__filename).once('message', (port) => {
    const socket = net.connect(port, '127.0.0.1');
    const waiting = [];
    socket.on('data', (answers) => {
      for (const answer of String(answers).trim().split('\n')) waiting.shift()(Number(answer));
    });
    const ask = (key) => {
      socket.write(`${key}\n`);
      return new Promise((resolve) => waiting.push(resolve));
    };
    serve(async () => {
      let total = 0;
      for (let id = 0; id < 10; id++) total += await ask(`price:${id}`); // fault
      return { total };
    });
  });
}

if (isMainThread) main();
else startStore();
