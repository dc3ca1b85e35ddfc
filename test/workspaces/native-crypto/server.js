const crypto = require('node:crypto');
const http = require('node:http');

const salt = Buffer.from('a salt of the zoo');

function hashPassword(password) {
  return crypto.pbkdf2Sync(password, salt, 1_000, 32, 'sha256'); // hot
}

const server = http.createServer((request, response) => {
  const hashes = ['correct', 'horse', 'battery', 'staple', 'tr0ub4dor', '3'].map(hashPassword);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(hashes.map((hash) => hash.toString('hex'))));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
