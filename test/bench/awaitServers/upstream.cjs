const items = Array.from({ length: 500 }, (_, id) => ({ id, name: `item ${id}` }));
const answer = JSON.stringify(items);

/** The server that another one asks. */
require('node:http')
  .createServer((request, response) => response.end(answer))
  .listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
