import http from 'node:http';
import { matches } from './matches.js';

/** Completes place names: `matches` is small and hot, so V8 inlines it into `complete`. */

const places = Array.from(
  { length: 30_000 },
  (_, n) => `Station ${n}, ${n % 2 ? 'Upper' : 'Lower'} Old-${(n * 7919) % 1000}-Town`,
);

function complete(query) {
  const found = [];
  for (const place of places) {
    if (matches(place, query)) found.push(place);
  }
  return found;
}

let visits = 0;
const server = http.createServer((request, response) => {
  visits += 1;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(complete(`old-${visits % 1000}-town`)));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
