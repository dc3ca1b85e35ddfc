const http = require('node:http');
const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');

/**
 * Another server in a thread of its own, which answers after some milliseconds.
 *
 * @returns its address
 */
exports.startUpstream = (delayMs) =>
  new Promise((resolve) => {
    const worker = new Worker(__filename, { workerData: delayMs });
    worker.once('message', (port) => resolve(`http://127.0.0.1:${port}`));
  });

if (!isMainThread) {
  const server = http.createServer((request, response) => {
    // A load that is to find the server that asks this one is refused.
    if (request.url === '/') response.statusCode = 404;
    setTimeout(() => response.end('{"price":7}'), workerData);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}
