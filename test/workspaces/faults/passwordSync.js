const crypto = require('node:crypto');
const http = require('node:http');

const users = new Map([['ann', { salt: 'salt', name: 'Ann' }]]);

function authenticate(request, response, next) {
  const user = users.get(request.headers['x-user'] ?? 'ann');
  const hash = crypto.pbkdf2Sync('secret', user.salt, 4000, 32, 'sha256'); // fault
  request.user = { ...user, hash: hash.toString('hex') };
  next();
}

function show(request, response) {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ name: request.user.name }));
}

const handlers = [authenticate, show];
const server = http.createServer((request, response) => {
  const run = (at) => handlers[at](request, response, () => run(at + 1));
  run(0);
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
