const http = require('node:http');
const net = require('node:net');

/**
 * Opens a port for a monitor, one for administration and one that is not HTTP, and its own port only
 * half a second later, as one that waits for its database does.
 */

const rows = Array.from({ length: 12_000 }, (_, n) => ({ city: `city ${n % 97}`, people: n * 31 }));

function cityNames() {
  return rows.map(({ city, people }) => `${city.toUpperCase()}: ${people.toFixed(1).padStart(20)}`); // hot
}

const metrics = http.createServer((request, response) => {
  response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
  response.end(`process_uptime_seconds ${process.uptime()}\n`);
});
const admin = http.createServer((request, response) => {
  response.statusCode = request.url === '/admin' ? 200 : 404;
  response.end('only /admin is here');
});
const app = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(cityNames().length));
});

metrics.listen(0, '127.0.0.1');
admin.listen(0, '127.0.0.1');
net.createServer((socket) => socket.end('220 ready\r\n')).listen(0, '127.0.0.1');
setTimeout(() => {
  app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${app.address().port}/`);
  });
}, 500);

setTimeout(() => process.exit(0), 300_000).unref();
