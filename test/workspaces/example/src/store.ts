import type { Invoice, InvoiceLine } from './invoice.js';

/** Stands in for a database: rows are made anew for every query, as a driver does. */

const products = ['Desk', 'Chair', 'Lamp', 'Shelf', 'Cabinet', 'Monitor arm', 'Cable tray', 'Mat'];
const customers = ['Ada & Sons', 'Brunel Works', 'Curie Labs', 'Dürer Prints', 'Euler Bridges'];
const invoiceCount = 500;

const clauses = [
  'Payment is due within **30 days**, see [how to pay](/help/payment).',
  'Goods stay *our property* until they are paid for in full.',
  'Returns within 14 days, in the original box, with the form `RET-4`.',
  'Prices include packing; freight is added by `weight` and _zone_.',
  'Complaints go to [the service desk](/help/desk "on workdays") first.',
];

/** The terms a customer has agreed to, in Markdown, as the office wrote them. */
function termsOf(customerId: number): string {
  const numbered = Array.from({ length: 42 }, (_, at) => {
    const clause = clauses[(customerId + at) % clauses.length] ?? '';
    return `${at % 7 === 0 ? `\n### Part ${at / 7 + 1}\n\n` : ''}${at + 1}. ${clause}`;
  });
  return `## Terms\n${numbered.join('\n')}\n\n> Ask us about *anything* unclear.\n`;
}

const terms = customers.map((_, customerId) => termsOf(customerId));

function lineOf(invoiceId: number, at: number): InvoiceLine {
  const product = products[(invoiceId + at * 3) % products.length] ?? 'Other';
  return {
    sku: `P-${1000 + ((invoiceId * 17 + at * 29) % 900)}`,
    title: `${product} <${(at % 4) + 1}>`,
    quantity: 1 + ((invoiceId + at) % 5),
    unitPrice: 990 + ((invoiceId * 131 + at * 577) % 40_000),
    taxRate: at % 3 === 0 ? 7 : 19,
  };
}

function readInvoice(id: number): Invoice {
  return {
    id,
    customer: customers[id % customers.length] ?? 'Unknown',
    issued: `2026-${String((id % 12) + 1).padStart(2, '0')}-15`,
    currency: 'EUR',
    status: id % 3 === 0 ? 'paid' : 'open',
    terms: terms[id % terms.length] ?? '',
    lines: Array.from({ length: 12 }, (_, at) => lineOf(id, at)),
  };
}

export function findInvoice(id: number): Invoice | undefined {
  return Number.isInteger(id) && id >= 1 && id <= invoiceCount ? readInvoice(id) : undefined;
}

/** The customer's invoices before this one, newest first. */
export function findEarlier(invoice: Invoice, limit: number): Invoice[] {
  const earlier: Invoice[] = [];
  for (let id = invoice.id - customers.length; id > 0 && earlier.length < limit;) {
    earlier.push(readInvoice(id));
    id -= customers.length;
  }
  return earlier;
}

export function listInvoices(limit: number): Invoice[] {
  return Array.from({ length: Math.min(limit, invoiceCount) }, (_, at) => readInvoice(at + 1));
}
