const { scrypt } = require('node:crypto');
const { serve } = require('./serve.js');

function hashOf(password) {
  return new Promise((resolve, reject) => {
    scrypt(password, 'salt', 32, { N: 4096 }, (error, key) => {
      // fault
      if (error) reject(error);
      else resolve(key.toString('hex'));
    });
  });
}

serve(async () => ({ hash: await hashOf('secret') }));
