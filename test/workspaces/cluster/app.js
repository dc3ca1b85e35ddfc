const http = require('node:http');

const log = Array.from(
  { length: 20_000 },
  (_, n) => `10.0.${n % 256}.7 - - "GET /item/${n}?page=${n % 9} HTTP/1.1" 200 ${n * 31}`,
);

function countPages() {
  const pages = {};
  for (const entry of log) {
    const page = /\?page=(\d+)/.exec(entry)[1]; // hot
    pages[page] = (pages[page] ?? 0) + 1;
  }
  return pages;
}

const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(countPages()));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
