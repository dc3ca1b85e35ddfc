const { scrypt } = require('node:crypto');
const { serve } = require('./serve.js');

function hashOf(password) {
  return new Promise((resolve, reject) => {
    const done = (error, key) => (error ? reject(error) : resolve(key.toString('hex')));
    scrypt(password, 'salt', 32, { N: 4096 }, done); // fault
  });
}

serve(async () => ({ hash: await hashOf('secret') }));
