const { serve } = require('./serve.js');

const limit = 1000;
const pages = new Map();
let count = 0;

/** Each request asks for another page; the oldest one goes. */
function page(id) {
  pages.set(id, { id, parts: new Array(30).fill(id) });
  if (pages.size > limit) pages.delete(pages.keys().next().value);
  return pages.get(id);
}

serve(() => ({ parts: page(count++).parts.length }));
