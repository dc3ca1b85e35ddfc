const http = require('node:http');

/** Copies every record of a large list for each request: most of the cost is garbage collection. */

const records = Array.from({ length: 8_000 }, (_, id) => ({ id, tags: ['a', 'b'], price: id / 7 }));
let snapshots = [];

function snapshot() {
  return records.map((record) => ({ ...record, tags: [...record.tags], seen: new Date() })); // hot
}

const server = http.createServer((request, response) => {
  // Kept for a while, so that young objects survive and are moved.
  snapshots.push(snapshot());
  if (snapshots.length > 12) snapshots = [];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ kept: snapshots.length }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
