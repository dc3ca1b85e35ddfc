const { serve } = require('./serve.js');
const { startUpstream } = require('./upstream.js');

async function main() {
  const upstream = await startUpstream(3);
  serve(async () => {
    let total = 0;
    for (let id = 0; id < 8; id++) {
      const answer = await fetch(`${upstream}/prices/${id}`); // fault
      total += (await answer.json()).price;
    }
    return { total };
  });
}

void main();
