import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { rankPlayers, type Player } from './rank.ts';

const players: Player[] = Array.from({ length: 3_000 }, (_, n) => ({
  name: `player ${n}`,
  score: ((n * 7919) % 10_000) * 1.3,
}));

const server = http.createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(rankPlayers(players).slice(0, 10)));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening on http://127.0.0.1:${port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
