const { serve } = require('./serve.js');
const { startUpstream } = require('./upstream.js');

async function main() {
  const upstream = await startUpstream(1);
  serve(async () => {
    const answer = await fetch(`${upstream}/price`);
    return answer.json();
  });
}

void main();
