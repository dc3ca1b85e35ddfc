const { serve } = require('./serve.js');

/** What is known of a request goes with it. */
const known = new WeakMap();
const recent = [];

serve((request) => {
  known.set(request, { parts: request.url.split('/'), marks: new Array(100).fill(1) });
  recent.push(new WeakRef(request));
  if (recent.length > 500) recent.shift();
  return { marks: known.get(request).marks.length };
});
