const { createServer } = require('node:http');
const { join } = require('node:path');
const { Piscina } = require('piscina');

const pool = new Piscina({
  filename: join(__dirname, 'poolTask.cjs'),
  minThreads: 2,
  maxThreads: 2,
});

createServer(async (request, response) => {
  response.end(String(await pool.run(20_000)));
}).listen(process.env.PORT ?? 0, '127.0.0.1');
