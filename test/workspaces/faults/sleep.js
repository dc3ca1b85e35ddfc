const { setTimeout: delay } = require('node:timers/promises');
const { serve } = require('./serve.js');

serve(async () => {
  await delay(25); // fault
  return { ready: true };
});
