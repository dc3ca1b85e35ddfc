const { serve } = require('./serve.js');

let state = {
  visits: 0,
  carts: Array.from({ length: 10_000 }, (_, id) => ({ id, items: [id], seen: 0.5 })),
};

/** Never changes what is there, as reducers do. */
function visit(old) {
  return {
    visits: old.visits + 1,
    carts: old.carts.map((cart) => ({ ...cart, items: cart.items.slice(), seen: cart.seen + 0.5 })), // fault
  };
}

const undo = [];

serve(() => {
  undo.push(state);
  if (undo.length > 8) undo.shift();
  state = visit(state);
  return { visits: state.visits };
});
