/** A server whose work is counted: each request turns the same loop TURNS times. */
const http = require('node:http');

const turns = Number(process.env.TURNS);

function work(n, x) {
  for (let i = 0; i < n; i++) x = (x * 0.75 + i) / (x + 1.25) + x * 0.125;
  return x;
}

let carried = 1.5;
http
  .createServer((_request, response) => {
    // The next request's input depends on this one's result: nothing can be optimized away.
    carried = 1.5 + (work(turns, carried) % 100);
    response.end(String(carried));
  })
  .listen(0, '127.0.0.1');
