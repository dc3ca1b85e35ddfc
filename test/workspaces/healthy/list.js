const { serve } = require('./serve.js');

const orders = Array.from({ length: 500 }, (_, id) => ({ id, total: id * 3, open: id % 3 === 0 }));

serve((request) => {
  const page = Number(new URL(request.url, 'http://localhost').searchParams.get('page') ?? 0);
  return orders
    .slice(page * 30, page * 30 + 30)
    .filter(({ open }) => open)
    .map(({ id, total }) => ({ id, total, label: `order ${id}` }));
});
