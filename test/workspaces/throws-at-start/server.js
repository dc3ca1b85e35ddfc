const http = require('node:http');

/** Ends at its start with an error that nobody catches. */

function readSettings() {
  throw new TypeError('settings.json: "port" is not a number');
}

http.createServer((request, response) => response.end()).listen(readSettings().port);
