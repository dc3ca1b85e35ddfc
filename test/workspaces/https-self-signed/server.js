const fs = require('node:fs');
const http = require('node:http');
const https = require('node:https');
const path = require('node:path');

/** HTTPS with a certificate of its own, and a port beside it that sends everyone there. */

const visits = Array.from(
  { length: 10_000 },
  (_, n) => `10.0.${n % 256}.${(n * 31) % 256} GET /${n}`,
);

function addresses() {
  return visits.map((visit) => /^(\d+)\.(\d+)\.(\d+)\.(\d+) /.exec(visit).slice(1).join('-')); // hot
}

const secure = https.createServer(
  {
    key: fs.readFileSync(path.join(__dirname, 'localhost-key.pem')),
    cert: fs.readFileSync(path.join(__dirname, 'localhost.pem')),
  },
  (request, response) => response.end(String(new Set(addresses()).size)),
);
const redirect = http.createServer((request, response) => {
  response.writeHead(301, { location: `https://127.0.0.1:${secure.address().port}${request.url}` });
  response.end();
});

secure.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on https://127.0.0.1:${secure.address().port}/`);
  redirect.listen(0, '127.0.0.1');
});

setTimeout(() => process.exit(0), 300_000).unref();
