const formats = new Map<string, Intl.NumberFormat>();

/** An amount in cents as people read it, for example `€1,234.50`. */
export function formatMoney(cents: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en', { style: 'currency', currency });
    formats.set(currency, format);
  }
  return format.format(cents / 100);
}
