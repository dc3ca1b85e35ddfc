const { serve } = require('./serve.js');

const ttlMs = 500;
const tokens = new Map();
let count = 0;

setInterval(() => {
  const now = Date.now();
  for (const [name, { until }] of tokens) if (until < now) tokens.delete(name);
}, 100).unref();

serve(() => {
  const name = `token ${count++}`;
  tokens.set(name, { name, until: Date.now() + ttlMs, scopes: ['read', 'write'] });
  return { name };
});
