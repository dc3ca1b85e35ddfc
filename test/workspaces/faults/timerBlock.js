const { serve } = require('./serve.js');

let table = [];

function rebuild() {
  const until = performance.now() + 90;
  let next = table.length;
  while (performance.now() < until) next = (next * 31 + 7) % 1_000_003; // fault
  table = [next];
}

setInterval(rebuild, 300);
serve(() => ({ first: table[0] }));
