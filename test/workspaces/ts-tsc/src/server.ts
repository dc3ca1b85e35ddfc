import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message } from './model.js';
import { countTags } from './tags.js';

const messages: Message[] = Array.from({ length: 4_000 }, (_, id) => ({
  id,
  author: `author ${id % 12}`,
  text: `So many things to say about #topic${id % 25} and even more on #theme${id % 7} my friends`,
}));

const server = http.createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(countTags(messages)));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
