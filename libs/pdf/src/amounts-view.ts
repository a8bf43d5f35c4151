import { exact, micros, money, percent } from './format.js';
import { taxName } from './labels.js';
import type { InvoicePdfModel, PdfItem, PdfOptions, PdfTax } from './model.js';
import type { Row } from './rows.js';

const sum = (taxes: readonly PdfTax[]): bigint =>
  taxes.reduce((total, { amount }) => total + micros(amount ?? '0'), 0n);

const isTransferredIeps = (tax: PdfTax): boolean => tax.type === 'IEPS' && !tax.withholding && !tax.local;

/** The taxes of one line: "IVA 16%: 160.00". Amounts are left out when only rates are known. */
export function lineTaxes(item: PdfItem, options: PdfOptions, decimals: number): string[] {
  if (!options.tax_breakdown) return [];
  return [...(item.taxes ?? item.product.taxes ?? []), ...(item.product.local_taxes ?? [])]
    .filter((tax) => options.ieps_breakdown || tax.type !== 'IEPS')
    .map((tax) => {
      const known = tax.amount !== null && tax.amount !== undefined;
      return known ? `${taxName(tax)}: ${money(micros(tax.amount ?? '0'), decimals)}` : taxName(tax);
    });
}

/** The unit price as printed: exactly as the CFDI carries it, or rounded if the organization prefers. */
export const unitPrice = (item: PdfItem, options: PdfOptions, decimals: number): string =>
  options.round_unit_price
    ? money(micros(item.unit_value), decimals)
    : exact(micros(item.unit_value), decimals);

/** One row a tax and rate; with `merged`, one for all of them. */
function taxRows(taxes: readonly PdfTax[], merged: string | undefined, decimals: number): Row[] {
  const rows = new Map<string, bigint>();
  for (const tax of taxes) {
    const label = merged ?? taxName(tax);
    rows.set(label, (rows.get(label) ?? 0n) + micros(tax.amount ?? '0'));
  }
  return [...rows].map(([label, value]) => ({ label, value: money(value, decimals) }));
}

/** The rows between the items and the total: subtotal, discount, transferred and withheld taxes, local taxes. */
export function totalRows(model: InvoicePdfModel, options: PdfOptions, decimals: number): Row[] {
  const combine = options.combine_ieps_with_subtotal;
  const ieps = model.taxes.filter(isTransferredIeps);
  const shown = combine ? model.taxes.filter((tax) => !isTransferredIeps(tax)) : model.taxes;
  const subtotal = micros(model.subtotal) + (combine ? sum(ieps) : 0n);
  const discount = micros(model.discount ?? '0');
  const transferred = shown.filter((tax) => !tax.withholding);
  const withheld = shown.filter((tax) => tax.withholding);

  const rows: Row[] = [{ label: 'Subtotal', value: money(subtotal, decimals) }];
  if (discount > 0n) rows.push({ label: 'Descuento', value: `-${money(discount, decimals)}` });
  if (!options.tax_breakdown) {
    rows.push(...taxRows(transferred, 'Impuestos trasladados', decimals));
    rows.push(...negative(taxRows(withheld, 'Impuestos retenidos', decimals)));
    return rows;
  }
  const separate = transferred.filter((tax) => options.ieps_breakdown || tax.type !== 'IEPS');
  const merged = transferred.filter((tax) => !options.ieps_breakdown && tax.type === 'IEPS');
  rows.push(...taxRows(merged, 'IEPS', decimals));
  rows.push(...taxRows(separate, undefined, decimals));
  rows.push(...negative(taxRows(withheld, undefined, decimals)));
  return rows;
}

const negative = (rows: Row[]): Row[] => rows.map(({ label, value }) => ({ label, value: `-${value}` }));

/** A discount with its share of the line: "350.00" and "50%", the share only where it is round. */
export function discountShare(item: PdfItem): string | undefined {
  const amount = micros(item.amount);
  const discount = micros(item.discount ?? '0');
  if (amount === 0n || discount === 0n) return undefined;
  const basisPoints = (discount * 10_000n) / amount;
  const isRound = basisPoints * amount === discount * 10_000n && basisPoints % 50n === 0n;
  return isRound ? percent(`${basisPoints}e-4`) : undefined;
}
