const { setTimeout: delay } = require('node:timers/promises');
const { serve } = require('./serve.js');

let last = Promise.resolve();

/** One after another. */
function exclusively(work) {
  const mine = last.then(work); // fault
  last = mine;
  return mine;
}

serve(async () => {
  await exclusively(() => delay(4));
  return { done: true };
});
