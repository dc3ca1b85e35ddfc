import { marked } from 'marked';
import mustache from 'mustache';
import type { Invoice } from './invoice.js';
import { formatMoney } from './money.js';
import { lineNet, totalsOf } from './totals.js';

const page = `<!doctype html>
<title>Invoice {{id}}</title>
<h1>Invoice {{id}} for {{customer}}</h1>
<p>{{issued}}, {{status}}</p>
<table>
  {{#lines}}
  <tr><td>{{sku}}</td><td>{{title}}</td><td>{{quantity}}</td><td>{{price}}</td><td>{{net}}</td></tr>
  {{/lines}}
</table>
<dl>
  <dt>Net</dt><dd>{{net}}</dd>
  {{#taxes}}<dt>Tax {{rate}} %</dt><dd>{{due}}</dd>{{/taxes}}
  <dt>Gross</dt><dd>{{gross}}</dd>
</dl>
<ul>
  {{#earlier}}
  <li><a href="/invoices/{{id}}">{{id}}</a> of {{issued}}: {{status}}, {{total}}</li>
  {{/earlier}}
</ul>
{{{terms}}}
`;

function viewOf(invoice: Invoice, earlier: readonly Invoice[]) {
  const money = (cents: number) => formatMoney(cents, invoice.currency);
  const totals = totalsOf(invoice);
  return {
    ...invoice,
    lines: invoice.lines.map((line) => ({
      ...line,
      price: (line.unitPrice / 100).toFixed(2),
      net: money(lineNet(line)),
    })),
    net: money(totals.net),
    taxes: [...totals.tax].map(([rate, due]) => ({ rate, due: money(due) })),
    gross: money(totals.gross),
    earlier: earlier.map(({ id, issued, status, total }) => ({
      id,
      issued,
      status,
      total: money(total ?? 0),
    })),
  };
}

/** The terms as HTML. They are written in our own office, so they are trusted. */
function renderTerms(invoice: Invoice): string {
  return marked.parse(invoice.terms, { async: false }); // hot
}

/** The page of an invoice, with links to the customer's earlier ones. */
export function renderInvoice(invoice: Invoice, earlier: readonly Invoice[]): string {
  const view = viewOf(invoice, earlier);
  return mustache.render(page, { ...view, terms: renderTerms(invoice) });
}
