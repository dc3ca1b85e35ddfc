import type { Invoice, InvoiceLine, Totals } from './invoice.js';

export function lineNet(line: InvoiceLine): number {
  return line.quantity * line.unitPrice;
}

/** Tax is rounded once per rate, as the tax office wants it. */
export function totalsOf(invoice: Invoice): Totals {
  const netByRate = new Map<number, number>();
  let net = 0;
  for (const line of invoice.lines) {
    const amount = lineNet(line);
    net += amount;
    netByRate.set(line.taxRate, (netByRate.get(line.taxRate) ?? 0) + amount);
  }
  const tax = new Map<number, number>();
  let gross = net;
  for (const [rate, amount] of netByRate) {
    const due = Math.round((amount * rate) / 100);
    tax.set(rate, due);
    gross += due;
  }
  return { net, tax, gross };
}
