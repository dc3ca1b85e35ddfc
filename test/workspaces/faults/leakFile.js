const fs = require('node:fs');
const { serve } = require('./serve.js');

let count = 0;

function readTitle() {
  const file = fs.openSync(`${__dirname}/package.json`, 'r');
  const bytes = Buffer.alloc(64);
  fs.readSync(file, bytes);
  // Closed for most requests.
  if (count++ % 10 !== 0) fs.closeSync(file);
  return bytes.toString('utf8', 0, 10);
}

serve(() => ({ title: readTitle() }));
