const http = require('node:http');

/** Plain text of a few kilobytes. */
const page = '<p>A page of text.</p>\n'.repeat(200);

const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(page);
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
