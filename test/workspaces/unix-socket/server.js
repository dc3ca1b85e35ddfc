const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');

/** Listens on a socket file alone, as behind nginx; the file is named from its own working folder. */

const documents = Array.from({ length: 4_000 }, (_, n) => ({
  id: n,
  tags: [`t${n % 7}`, `t${n % 11}`],
}));

function tagCounts() {
  return documents.map((document) => JSON.stringify(document).match(/t\d+/g).join('+')); // hot
}

const server = http.createServer((request, response) => {
  response.statusCode = request.url === '/tags' ? 200 : 404;
  response.end(tagCounts()[0]);
});

process.chdir(fs.mkdtempSync(path.join(os.tmpdir(), 'zoo-socket-')));
const folder = process.cwd();
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit(0));
server.listen('web.sock', () => console.log(`listening on ${folder}/web.sock`));

setTimeout(() => process.exit(0), 300_000).unref();
