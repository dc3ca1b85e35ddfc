const Datastore = require('@seald-io/nedb');
const express = require('express');

/** Sums what an embedded database finds, which it does after an await of its own. */
const prices = new Datastore();
for (let i = 0; i < 2000; i++) prices.insert({ price: i * 1.5, kind: `kind ${i % 7}` });

const app = express();
app.get('/', (request, response) => {
  prices.find({ kind: 'kind 3' }, (error, found) => {
    if (error) throw error;
    response.json({ sum: found.reduce((sum, { price }) => sum + price, 0) });
  });
});
app.listen(process.env.PORT ?? 0, '127.0.0.1');
