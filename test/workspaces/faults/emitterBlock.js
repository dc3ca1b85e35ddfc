const { EventEmitter } = require('node:events');
const { serve } = require('./serve.js');

const orders = new EventEmitter();
let pending = 0;

function flush() {
  const until = performance.now() + 80;
  let sum = 0;
  while (performance.now() < until) sum += Math.sqrt(sum + pending); // fault
  pending = 0;
}

orders.on('order', () => {
  pending += 1;
  if (pending === 1000) flush();
});

serve(() => {
  orders.emit('order');
  return { pending };
});
