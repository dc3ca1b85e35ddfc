const { serve } = require('./serve.js');

class NotANumber extends Error {}

function parsePrice(text) {
  if (!/^\d+$/.test(text)) throw new NotANumber(text); // fault
  return Number(text);
}

function priceOf(text) {
  try {
    return parsePrice(text);
  } catch {
    return 0;
  }
}

const texts = Array.from({ length: 600 }, (_, id) => (id % 4 === 0 ? String(id) : `n/a ${id}`));
serve(() => ({ total: texts.reduce((total, text) => total + priceOf(text), 0) }));
