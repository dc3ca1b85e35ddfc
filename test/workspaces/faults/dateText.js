const { serve } = require('./serve.js');

const orders = Array.from({ length: 100 }, (_, id) => ({ id, at: new Date(1.7e12 + id * 1e7) }));

function row({ id, at }) {
  const day = at.toLocaleDateString('de-DE', { weekday: 'long', timeZone: 'Europe/Berlin' }); // fault
  return `${id}: ${day}`;
}

serve(() => ({ rows: orders.map(row) }));
