const { serve } = require('./serve.js');

const rows = Array.from({ length: 240_000 }, (_, id) => ({
  id,
  city: `city "${id % 90}"`,
  total: id / 7,
}));
let count = 0;

class Report {
  csv() {
    let text = 'id,city,total\n';
    for (const { id, city, total } of rows) {
      text += `${id},"${city.replace(/"/g, '""')}",${total.toFixed(4)}\n`; // fault
    }
    return text;
  }
}

serve(() => {
  count += 1;
  return count % 300 === 0 ? { size: new Report().csv().length } : { count };
});
