const http = require('node:http');

/** Answers every request with an error, as a server without its database does. */

const server = http.createServer((request, response) => {
  response.statusCode = 500;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ error: 'no connection to the database', code: 'DB_DOWN' }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
