const { serve } = require('./serve.js');

const orders = Array.from({ length: 6000 }, (_, id) => ({ id, total: (id * 7919) % 10007 }));

function topOrders() {
  return [...orders].sort((a, b) => b.total - a.total).slice(0, 5); // fault
}

serve(() => ({ top: topOrders() }));
