const http = require('node:http');

/** Takes IPv6 only, on all addresses: another server may have the same port on IPv4. */

const words = Array.from({ length: 10_000 }, (_, n) => `word-${(n * 7919) % 2_003}`);

function longestWords() {
  return words.map((word) => word.padEnd(12, '.').split('').reverse().join('')); // hot
}

const server = http.createServer((request, response) => {
  response.end(longestWords().at(-1));
});

server.listen({ host: '::', port: Number(process.env.PORT ?? 0), ipv6Only: true }, () => {
  console.log(`listening on http://[::1]:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
