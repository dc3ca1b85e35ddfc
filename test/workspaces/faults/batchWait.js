const { serve } = require('./serve.js');

/** Collects questions for so long before it answers them together. */
const collectMs = 30;
let batch = [];

function flush() {
  const asked = batch;
  batch = [];
  for (const { id, resolve } of asked) resolve({ id, price: 7 });
}

function load(id) {
  if (batch.length === 0) setTimeout(flush, collectMs);
  return new Promise((resolve) => batch.push({ id, resolve })); // fault
}

serve(async () => {
  const { price } = await load(7);
  return { price };
});
