const { serve } = require('./serve.js');

const records = Array.from({ length: 8_000 }, (_, id) => ({ id, tags: ['a', 'b'], price: id / 7 }));
let snapshots = [];

function snapshot() {
  return records.map((record) => ({ ...record, tags: [...record.tags], seen: new Date() })); // fault
}

serve(() => {
  // Kept for a while, so that young objects survive and are moved.
  snapshots.push(snapshot());
  if (snapshots.length > 12) snapshots = [];
  return { kept: snapshots.length };
});
