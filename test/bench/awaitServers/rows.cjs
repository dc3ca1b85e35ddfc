const { createServer } = require('node:http');
const { Readable } = require('node:stream');
const { parse } = require('csv-parse');

const text = Array.from({ length: 400 }, (_, i) => `${i},name ${i},${i * 3.5}`).join('\n');

/** Adds up a column of a stream of rows. */
async function total() {
  let sum = 0;
  for await (const [, , price] of Readable.from([text]).pipe(parse())) sum += Number(price);
  return sum;
}

createServer(async (request, response) => {
  response.end(String(await total()));
}).listen(process.env.PORT ?? 0, '127.0.0.1');
