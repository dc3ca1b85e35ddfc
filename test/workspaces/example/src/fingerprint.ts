import { createHash } from 'node:crypto';
import type { Invoice } from './invoice.js';
import { totalsOf } from './totals.js';

/**
 * The canonical text of an invoice, for its ETag.
 *
 * V8 keeps deoptimizing this function. Its optimized code relies on the object keeping its shape
 * while `for…in` walks over it. On the last field, `lines`, the loop adds `total`, which gives the
 * object another shape: the optimized code is thrown away. What V8 learns from is the step to the
 * next field, and after the last one there is none, so it optimizes the same way again.
 */
export function canonicalText(invoice: Invoice): string {
  let text = '';
  for (const field in invoice) {
    if (field === 'lines') invoice.total = totalsOf(invoice).gross;
    text += `${field}=${String(invoice[field as keyof Invoice])};`;
  }
  return `${text}total=${invoice.total}`;
}

/** A short hash over the invoice and those before it. */
export function fingerprint(invoices: readonly Invoice[]): string {
  const hash = createHash('sha1');
  for (const invoice of invoices) hash.update(canonicalText(invoice));
  return hash.digest('base64url');
}
