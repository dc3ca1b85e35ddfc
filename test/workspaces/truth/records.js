/** Two more sections: one reads objects, the other is V8's regular expressions below one line. */

const stock = Array.from({ length: 1_024 }, (_, id) => ({ sku: `part ${id}`, count: id % 13 }));

exports.lookUp = function lookUp(n, sum) {
  for (let i = 0; i < n; i++) sum = (sum + stock[(i * 7) & 1023].count) | 0; // truth:c
  return sum;
};

const page = 'It was the best of times, it was the worst of times, it was the age of wisdom. ';

exports.scanPages = function scanPages(n, sum) {
  for (let i = 0; i < n; i++) sum = (sum + (/\b[a-f]+z/.test(page) ? 1 : 3)) | 0; // truth:d
  return sum;
};
