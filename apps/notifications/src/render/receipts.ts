import type { InvoiceItem, InvoiceItemDoc, OrganizationDoc, PrintedReceipt, ReceiptDoc } from '#contracts';
import { decimal, formatDecimal, mulDiv } from '#kernel';
import type { LabelLookup, PdfReceiptItem, PdfRefund, ReceiptPaper, ReceiptPdfModel } from '#pdf';
import { catalogueLabel } from './labels.js';
import { linesOfItems } from './lines.js';
import { issuerOf, lookOf, zoneOf } from './models.js';

/** The paper of a format. */
export const paperOf = (format: 'receipt-ticket' | 'receipt-letter'): ReceiptPaper =>
  format === 'receipt-ticket' ? 'ticket' : 'letter';

type Given = PrintedReceipt & { readonly organization: OrganizationDoc };

/** What the PDF of a receipt shows: the API's answer, and where its customer makes an invoice of it. */
export function toReceiptModel(
  { receipt, self_invoice_url, is_expired, organization }: Given,
  label: LabelLookup = catalogueLabel,
  logo: Uint8Array | null = null,
): ReceiptPdfModel {
  const included = hasTaxesIncluded(receipt);
  const { livemode, status, folio_number, key, date, expires_at, branch, payment_form } = receipt;
  const { currency, exchange, subtotal, discount, taxes, total, address } = receipt;
  return {
    ...{ livemode, status, folio_number, key, date, expires_at, is_expired, self_invoice_url },
    ...{ branch, payment_form, currency, exchange, subtotal, discount, taxes, total, address },
    timezone: zoneOf({ address }, organization),
    issuer: issuerOf(organization),
    customer: receipt.customer_info,
    taxes_included: included,
    items: included ? receipt.items.map(grossLine) : netLines(receipt),
    refunds: receipt.refunds.flatMap(refundOf),
    organization: lookOf(organization, logo),
    label,
  };
}

/**
 * Whether its lines are shown as they were sold, with their taxes, and add up to the total. Where taxes are withheld, or
 * some prices have none in them, all are shown without.
 */
const hasTaxesIncluded = ({ items, taxes }: ReceiptDoc): boolean =>
  items.every(({ product }) => product.tax_included && product.local_taxes.length === 0) &&
  taxes.every(({ withholding, local }) => !withholding && !local);

const shown = ({ quantity, product }: InvoiceItemDoc) => ({
  quantity,
  ...{ unit: product.unit_name, description: product.description, sku: product.sku },
});

const grossLine = (item: InvoiceItemDoc): PdfReceiptItem => ({
  ...shown(item),
  price: item.product.price,
  discount: item.discount,
  amount: formatDecimal(mulDiv(decimal(text(item.product.price)), decimal(text(item.quantity)), 1_000_000n)),
});

/** The lines as the invoice will have them. */
function netLines({ items, currency }: ReceiptDoc): readonly PdfReceiptItem[] {
  const amounts = linesOfItems(items.map(itemOf), currency);
  return items.map((item, index) => {
    const { unit_value: price = 0, amount = 0, discount = null } = amounts[index] ?? {};
    return { ...shown(item), price, amount, discount: discount ?? '0' };
  });
}

/** A line as it was asked for, back from the answer: its numbers have six decimals at most, which text has too. */
const itemOf = (item: InvoiceItemDoc): InvoiceItem => ({
  ...item,
  quantity: text(item.quantity),
  discount: text(item.discount),
  parts: [],
  product: {
    ...item.product,
    price: text(item.product.price),
    taxes: item.product.taxes.map((tax) => ({ ...tax, rate: text(tax.rate), base: base(tax.base) })),
    local_taxes: item.product.local_taxes.map((tax) => ({
      ...tax,
      rate: text(tax.rate),
      base: base(tax.base),
    })),
  },
});

const text = (amount: number): string => String(amount);
const base = (amount: number | null): string | null => (amount === null ? null : text(amount));

/** What was given back, or is being. */
const refundOf = ({ created_at, total, reason, status }: ReceiptDoc['refunds'][number]): PdfRefund[] =>
  status === 'undone' ? [] : [{ date: created_at, total, reason, isPending: status === 'pending' }];
