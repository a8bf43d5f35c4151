import { figuresOf, noObjetoOf, type Figure } from '#billing';
import type { InvoiceDoc } from '#contracts';
import { decimal, formatDecimal } from '#kernel';
import { localTimeOf } from '../month.js';

/** A document as its row needs it. */
export interface InvoiceRow {
  readonly doc: InvoiceDoc;
  /** The Comprobante's Fecha. */
  readonly fecha: string;
  /** Its taxes in its own currency, as decimals. */
  readonly taxes: Readonly<Partial<Record<Figure, string>>>;
}

export const invoiceRowOf = (doc: InvoiceDoc): InvoiceRow => ({
  doc,
  fecha: doc.date === null ? '' : localTimeOf(doc, doc.date),
  taxes: taxesOf(doc),
});

function taxesOf(doc: InvoiceDoc): InvoiceRow['taxes'] {
  const sums = new Map<Figure, bigint>();
  const add = (figure: Figure | undefined, amount: bigint): void => {
    if (figure !== undefined) sums.set(figure, (sums.get(figure) ?? 0n) + amount);
  };
  for (const tax of doc.taxes) {
    const figures = figuresOf(tax);
    add(figures.base, decimal(tax.base ?? 0));
    add(figures.amount, decimal(tax.amount ?? 0));
  }
  const noObjeto = doc.type === 'I' || doc.type === 'E' ? noObjetoOf(doc) : 0n;
  if (noObjeto !== 0n) add('baseNoObjeto', noObjeto);
  return Object.fromEntries([...sums].map(([figure, sum]) => [figure, formatDecimal(sum, { min: 2 })]));
}
