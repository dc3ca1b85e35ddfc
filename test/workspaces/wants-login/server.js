const http = require('node:http');

/** Lets nobody in without a token, which POST /login gives. */

const server = http.createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/login') {
    response.end('{ "token": "open-sesame" }');
    return;
  }
  const isKnown = request.headers.authorization === 'Bearer open-sesame';
  response.statusCode = isKnown ? 200 : 401;
  response.end(isKnown ? 'welcome' : 'who are you?');
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
