const { serve } = require('./serve.js');

const rows = Array.from(
  { length: 300 },
  (_, at) => `"<p>" + view.name + " has " + view.count + " orders of kind ${at}</p>"`,
);
const source = `return ${rows.join(' + ')}`;
let count = 0;

/** A view engine without a cache, whose text is never the same. */
function compile() {
  return new Function('view', `${source} + ${count++};`); // fault
}

serve(() => ({ length: compile()({ name: 'Ann', count: 3 }).length }));
