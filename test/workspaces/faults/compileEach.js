const { serve } = require('./serve.js');

const template = Array.from(
  { length: 1200 },
  (_, at) => `<p class="row-${at}">{{name}} has {{count}} orders of kind ${at}</p>`,
).join('\n');

/** A view engine without a cache. */
function compile(text) {
  const source = JSON.stringify(text).replace(/\{\{(\w+)\}\}/g, '" + view.$1 + "');
  return new Function('view', `return ${source};`); // fault
}

serve(({ url }) => ({
  length: compile(`${template}<!-- ${url} -->`)({ name: 'Ann', count: 3 }).length,
}));
