const { serve } = require('./serve.js');

/** A router that tries one pattern after another, the asked one last. */
const routes = Array.from({ length: 1500 }, (_, id) => ({
  pattern: new RegExp(`^/(?:[a-z]+/)*shop${id}/(?<order>[^/]+)/items/?$`),
  handle: (order) => ({ order, shop: id }),
}));

function route(path) {
  for (const { pattern, handle } of routes) {
    const found = pattern.exec(path); // fault
    if (found) return handle(found.groups.order);
  }
  return null;
}

serve(() => route('/eu/de/shop1499/7/items'));
