const { serve } = require('./serve.js');

let count = 0;

serve(() => {
  count += 1;
  if (count % 20 === 0) throw new Error('The stock is unknown.');
  return { count };
});
