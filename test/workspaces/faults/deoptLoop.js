const { serve } = require('./serve.js');

function loadOrder(id) {
  const items = [];
  for (let i = 0; i < 8; i++) items.push({ sku: (id * 7 + i) % 900, price: 5 + ((id + i) % 40) });
  return { id, customer: 'customer ' + (id % 50), status: 'open', currency: 'EUR', items };
}

/** V8 gives up on it for ever, as the workspace deopt explains. */
function describeOrder(order) {
  let text = '';
  for (const field /* // fault */ in order) {
    if (field === 'items') order.total = totalOf(order.items);
    text += field + '=' + order[field] + ';'; // fault
  }
  return text + 'total=' + order.total;
}

function totalOf(items) {
  let total = 0;
  for (const item of items) total += item.price;
  return total;
}

serve(() => {
  let length = 0;
  for (let id = 1; id <= 200; id++) length += describeOrder(loadOrder(id)).length;
  return { length };
});
