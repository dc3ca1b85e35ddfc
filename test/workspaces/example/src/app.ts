import express from 'express';
import { fingerprint } from './fingerprint.js';
import { renderInvoice } from './renderInvoice.js';
import { findEarlier, findInvoice, listInvoices } from './store.js';
import { totalsOf } from './totals.js';

const app = express();
app.disable('x-powered-by');

app.get('/invoices', (_request, response) => {
  const invoices = listInvoices(50);
  response.json(invoices.map((invoice) => ({ id: invoice.id, gross: totalsOf(invoice).gross })));
});

app.get('/invoices/:id', (request, response) => {
  const invoice = findInvoice(Number(request.params.id));
  if (!invoice) {
    response.status(404).json({ error: `There is no invoice ${request.params.id}` });
    return;
  }
  const earlier = findEarlier(invoice, 20);
  response.set('etag', `"${fingerprint([invoice, ...earlier])}"`);
  response.type('html').send(renderInvoice(invoice, earlier.slice(0, 5)));
});

export { app };
