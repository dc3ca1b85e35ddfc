const { appendFileSync } = require('node:fs');
const http = require('node:http');

/** Does its work only where it was started with its environment: MODE, and TOKEN of the file. */

function workFor(count) {
  let sum = 0;
  for (let n = 0; n < count; n++) sum += Math.sqrt(n ^ sum); // hot
  return sum;
}

const { MODE = 'none', TOKEN = 'none' } = process.env;

const server = http.createServer((request, response) => {
  if (MODE === 'none') response.statusCode = 500;
  response.end(`${MODE} ${TOKEN} ${workFor(200_000)}`);
});

appendFileSync('started.log', `mode ${MODE}, token ${TOKEN}\n`);
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');

setTimeout(() => process.exit(0), 300_000).unref();
