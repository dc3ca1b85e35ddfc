const http = require('node:http');
const { promisify } = require('node:util');
const zlib = require('node:zlib');

const zip = promisify(zlib.gzip);
const zipped = new Map();

/** Zips each page when it is first asked for. */
function page(path) {
  if (!zipped.has(path)) zipped.set(path, zip(`<p>${path}</p>`.repeat(2000)));
  return zipped.get(path);
}

const server = http.createServer(async (request, response) => {
  const body = await page(request.url);
  response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
  response.end(body);
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
