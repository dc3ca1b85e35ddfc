/**
 * V8 deoptimizes this function for ever. Its optimized code relies on the object keeping its shape
 * (its map) while `for…in` walks over it, and checks that where `order[field]` is read. On the last
 * field, `items`, the loop adds `total` and so gives the object another shape: an eager deopt, for
 * `wrong map` (Node 18–22) or `map changed during operation` (Maglev on 24 and 26). V8 would learn
 * from it in the step to the next field, which sees the changed shape; but after the last field
 * there is no such step, so the feedback stays as it was and the same code is made again.
 */
function describeOrder(order) {
  let text = '';
  for (const field in order) {
    if (field === 'items') order.total = totalOf(order.items);
    text += field + '=' + order[field] + ';';
  }
  return text + 'total=' + order.total;
}

function totalOf(items) {
  let total = 0;
  for (const item of items) total += item.price;
  return total;
}

exports.describeOrder = describeOrder;
