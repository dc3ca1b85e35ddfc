const { promisify } = require('node:util');
const zlib = require('node:zlib');
const { serve } = require('./serve.js');

const zip = promisify(zlib.gzip);
const text = Array.from({ length: 12_000 }, (_, id) => `order ${(id * 7919) % 10_007};`).join('');

async function archive() {
  const zipped = await zip(text); // fault
  return zipped.length;
}

serve(async () => ({ length: await archive() }));
