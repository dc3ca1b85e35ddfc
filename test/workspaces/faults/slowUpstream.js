const { serve } = require('./serve.js');
const { startUpstream } = require('./upstream.js');

async function main() {
  const upstream = await startUpstream(40);
  serve(async () => {
    const answer = await fetch(`${upstream}/price`); // fault
    return { price: (await answer.json()).price };
  });
}

void main();
