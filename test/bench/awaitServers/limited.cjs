const { createServer } = require('node:http');
const { promisify } = require('node:util');
const { gzip } = require('node:zlib');
const pLimit = require('p-limit');

const limit = pLimit(2);
const zipped = promisify(gzip);
const texts = Array.from({ length: 6 }, (_, i) => `text ${i} `.repeat(200));

createServer(async (request, response) => {
  const all = await Promise.all(texts.map((text) => limit(() => zipped(text))));
  response.end(String(all.length));
}).listen(process.env.PORT ?? 0, '127.0.0.1');
