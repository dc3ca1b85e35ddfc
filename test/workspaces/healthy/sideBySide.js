const { serve } = require('./serve.js');
const { startUpstream } = require('./upstream.js');

async function main() {
  const upstream = await startUpstream(1);
  const ask = async (path) => (await fetch(`${upstream}/${path}`)).json();
  serve(async () => {
    const [price, stock, rating] = await Promise.all(['price', 'stock', 'rating'].map(ask));
    return { price, stock, rating };
  });
}

void main();
