const http = require('node:http');
const { startUpstream } = require('./upstream.js');

/** All requests share one connection. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

async function main() {
  const upstream = await startUpstream(5);
  const server = http.createServer((request, response) => {
    const asked = http.get(`${upstream}/price`, { agent }); // fault
    asked.on('response', (answer) => answer.pipe(response));
  });
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}/`);
  });
  setTimeout(() => process.exit(0), 300_000).unref();
}

void main();
