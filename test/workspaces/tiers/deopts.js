/**
 * V8 deoptimizes this function for ever: at the last field the loop gives the object another shape,
 * which its optimized code relies on not to happen, and no later step lets V8 learn from it
 * (test/workspaces/deopt has the whole story).
 */
function neverSettles(values) {
  let length = 0;
  for (let i = 0; i < 40; i++) {
    const order = { id: values[i], customer: i & 7, items: i };
    for (const field in order) {
      if (field === 'items') order.total = order.id + order.items;
      length += order[field] & 15; // hot: deopt site
    }
  }
  return length;
}

exports.neverSettles = neverSettles;
