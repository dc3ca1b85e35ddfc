const { serve } = require('./serve.js');

/** Filled once: there are so many articles. */
const articles = new Map();
let count = 0;

function article(id) {
  const known = articles.get(id);
  if (known) return known;
  const made = { id, text: `text of ${id} `.repeat(20), words: new Array(40).fill(id) };
  articles.set(id, made);
  return made;
}

serve(() => ({ text: article(count++ % 2000).text }));
