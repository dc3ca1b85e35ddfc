import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { highlightCode } from './highlight';

const sample = `function greet(names) {
  for (const name of names) {
    if (name !== 'nobody') console.log('hello ' + name);
    else return new Error('nobody & nothing < something');
  }
}
`;
const code = sample.repeat(200);

const server = http.createServer((_request, response) => {
  // As for a page of several files.
  const files = Array.from({ length: 8 }, () => highlightCode(code));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(files.map(({ html, lines }) => ({ lines, length: html.length }))));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
