const { promisify } = require('node:util');
const { pbkdf2 } = require('node:crypto');
const { serve } = require('./serve.js');

const derive = promisify(pbkdf2);

serve(async () => {
  const key = await derive('password', 'salt', 20_000, 32, 'sha512'); // fault
  return { key: key.toString('hex') };
});
