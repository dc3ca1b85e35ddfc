const { serve } = require('./serve.js');

let score = 0;

/** Gives way only to other promises, not to requests. */
async function rank() {
  for (let turn = 0; turn < 2_200_000; turn++) score = await next(score); // fault
}

async function next(value) {
  return (value * 31 + 7) % 1_000_003;
}

setInterval(() => void rank(), 400);
serve(() => ({ score }));
