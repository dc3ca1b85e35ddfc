const { serve } = require('./serve.js');

const entries = Array.from({ length: 300_000 }, (_, id) => ({
  id,
  name: `entry ${id}`,
  tags: ['a'],
}));
const text = JSON.stringify(entries);

function catalogue() {
  return JSON.parse(text); // fault
}

serve(() => ({ entries: catalogue().length }));
