const { createServer } = require('node:http');
const { Agent, request: ask } = require('undici');

const agent = new Agent({ connections: 4 });
const upstream = `http://127.0.0.1:${process.env.DATABASE_PORT}/`;

createServer(async (request, response) => {
  const { body } = await ask(upstream, { dispatcher: agent });
  const found = await body.json();
  response.end(String(found.length));
}).listen(process.env.PORT ?? 0, '127.0.0.1');
