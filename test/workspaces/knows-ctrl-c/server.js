const fs = require('node:fs');
const http = require('node:http');

/** Cleans up at Ctrl-C alone: SIGTERM is only noted. CLEAN_FILE is written at a clean end. */

process.on('SIGTERM', () => console.log('SIGTERM: not now'));
process.on('SIGINT', () => {
  if (process.env.CLEAN_FILE) fs.writeFileSync(process.env.CLEAN_FILE, 'clean');
  process.exit(0);
});

const server = http.createServer((request, response) => response.end('here'));

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
