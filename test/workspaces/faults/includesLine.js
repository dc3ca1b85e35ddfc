const { serve } = require('./serve.js');

const stock = Array.from({ length: 3000 }, (_, id) => `article-${(id * 7919) % 10007}`);
const sold = Array.from({ length: 1500 }, (_, id) => `article-${(id * 104729) % 10007}`);

async function available() {
  const known = await Promise.resolve(sold);
  return stock.filter((article) => !known.includes(article)); // fault
}

serve(async () => ({ available: (await available()).length }));
