const http = require('node:http');
const zlib = require('node:zlib');

const page = Array.from({ length: 3000 }, (_, id) => `<li>Order ${id * 7919} of today</li>`).join(
  '',
);

function send(response, text) {
  const body = zlib.gzipSync(text); // fault
  response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
  response.end(body);
}

const server = http.createServer((request, response) => send(response, `<ul>${page}</ul>`));
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
