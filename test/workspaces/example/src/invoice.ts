export interface InvoiceLine {
  sku: string;
  title: string;
  quantity: number;
  /** Net price of one piece, in cents. */
  unitPrice: number;
  /** Per cent. */
  taxRate: number;
}

export interface Invoice {
  id: number;
  customer: string;
  issued: string;
  currency: string;
  status: 'open' | 'paid';
  /** Markdown. */
  terms: string;
  lines: InvoiceLine[];
  /** Gross, in cents; worked out when it is first needed. */
  total?: number;
}

export interface Totals {
  net: number;
  tax: Map<number, number>;
  gross: number;
}
