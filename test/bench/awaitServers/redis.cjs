const { createServer } = require('node:http');
const { Redis } = require('ioredis');

const redis = new Redis({ host: '127.0.0.1', port: Number(process.env.DATABASE_PORT) });
for (let i = 0; i < 500; i++) redis.rpush('values', `value ${i}`);

createServer(async (request, response) => {
  const values = await redis.lrange('values', 0, -1);
  response.end(String(values.length));
}).listen(process.env.PORT ?? 0, '127.0.0.1');
