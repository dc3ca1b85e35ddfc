const { serve } = require('./serve.js');

const prices = new Map();

function watchPrice(id) {
  prices.set(id % 50, id);
  // Nobody clears it.
  return setInterval(() => prices.get(id % 50), 60_000);
}

let count = 0;
serve(() => {
  watchPrice(count++);
  return { prices: prices.size };
});
