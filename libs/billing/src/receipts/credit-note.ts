import { decimal, formatDecimal, ok, type Micros, type Result } from '#kernel';
import type {
  CustomerSnapshot,
  GlobalInformation,
  InvoiceContent,
  InvoiceItem,
  InvoiceToCredit,
  InvoiceTotals,
  IssuerSnapshot,
  ReceiptContent,
} from '#contracts';
import { NO_OBLIGACIONES, RFC_PUBLICO_GENERAL, isUseAllowed, parseRfc } from '#sat';
import { isForeign } from '../invoices/comprobante-input.js';
import { totalsOf } from '../invoices/totals.js';
import { amountsOf } from './amounts.js';
import { EMPTY_INVOICE } from './judge.js';
import { withResicoIsr } from './resico.js';

/** A receipt, as far as its credit notes need it. */
export interface SoldReceipt {
  readonly content: ReceiptContent;
  readonly folio_number: number;
}

/** Returned goods, of an invoice (c_TipoRelacion 03); they are described by the key of credit notes (guide of Anexo 20). */
const RETURN = '03';
const CREDIT_NOTE = { product_key: '84111506', unit_key: 'ACT', unit_name: 'Actividad', sku: null } as const;

/**
 * The credit note (type E) for what is given back of an invoiced receipt, to the receiver of the invoice that has it. It
 * keeps prices and taxes of the sale, and is as much as is given back, to the cent, so that all credit notes of a receipt
 * together never are more than the sale.
 * @param total what the customer gets back, before any tax that only the invoice withholds
 */
export function creditNoteOf(
  invoice: InvoiceToCredit,
  { content, folio_number }: SoldReceipt,
  returned: readonly InvoiceItem[],
  total: Micros,
  issuer: IssuerSnapshot,
  now: Date,
): { readonly content: InvoiceContent; readonly total: Micros } {
  const exact = itemsOfTotal(returned, content.currency, total);
  const lines = exact.map((item) => creditLine(item, folio_number));
  const { payment_form, currency, exchange, address, external_id } = content;
  const note: InvoiceContent = {
    ...EMPTY_INVOICE,
    type: 'E',
    customer: invoice.customer,
    items: invoice.withholds_isr ? withResicoIsr(lines, issuer, invoice.customer) : lines,
    use: useOf(invoice.customer),
    related_documents: [{ relationship: RETURN, documents: [invoice.uuid] }],
    global: invoice.global && periodOf(invoice.global, now),
    date: null,
    series: invoice.series,
    ...{ payment_form, currency, exchange, address, external_id },
  };
  // Where no cent can be moved, the document says how much it is, and later ones take the rest.
  return { content: note, total: totalOfItems(exact, currency) ?? total };
}

/** What is given back, in the words of the sale; keys of goods, and all that only goods have, are of the invoice. */
function creditLine(item: InvoiceItem, folio: number): InvoiceItem {
  const { product } = item;
  const description = `Devolución: ${product.description}`.slice(0, 1_000);
  return {
    ...item,
    product: {
      ...product,
      ...CREDIT_NOTE,
      id: null,
      description,
      sku: String(folio),
    },
    parts: [],
    customs_keys: [],
    property_tax_account: [],
    complement: null,
  };
}

/** G02 (returns, discounts, allowances) where the receiver's regime has it; else without fiscal effects. */
function useOf(customer: CustomerSnapshot): string {
  if (isForeign(customer)) return 'S01';
  const rfc = parseRfc(customer.tax_id ?? '');
  const regime = customer.tax_id === RFC_PUBLICO_GENERAL ? NO_OBLIGACIONES : (customer.tax_system ?? '');
  return rfc && isUseAllowed('G02', regime, rfc.person) ? 'G02' : 'S01';
}

/**
 * PUBLICO EN GENERAL goes with a period whatever the type is (CFDI40130): that of the global invoice, as long as the
 * tax authority takes its year (CFDI40136: this one and the last), and then the month of the credit note.
 */
function periodOf(global: GlobalInformation, now: Date): GlobalInformation {
  const year = now.getUTCFullYear();
  if (global.year >= year - 1) return global;
  return { periodicity: 'month', months: String(now.getUTCMonth() + 1).padStart(2, '0'), year };
}

/** What a document of these lines would be in total; undefined where they can't be computed. */
export function totalOfItems(items: readonly InvoiceItem[], currency: string): Micros | undefined {
  const totals = totalsOfItems(items, currency);
  return totals.ok ? decimal(totals.value.total) : undefined;
}

/** All amounts of lines: of none, nothing. */
export function totalsOfItems(items: readonly InvoiceItem[], currency: string): Result<InvoiceTotals> {
  if (items.length === 0) return ok({ subtotal: '0', discount: '0', total: '0', taxes: [] });
  const amounts = amountsOf(items, currency);
  return amounts.ok ? ok(totalsOf(amounts.value)) : amounts;
}

/**
 * Shares of a missing cent that are tried, in thousandths: the usual ones first, then all in small steps, as a discount
 * before taxes moves three sums that are rounded each for itself.
 */
const SHARES = [1000n, 860n, 500n, 1250n, ...Array.from({ length: 120 }, (_, n) => BigInt(n + 1) * 20n)];

/** Lines that are added up at most for it, all shares together: some seconds would hold the loop of the process. */
const MOST_LINES = 20_000;
/** The shares that are tried of anything. */
const USUAL = 4;

/** How many shares are tried of so many lines: each adds them all up again. */
export const sharesFor = (lines: number): number =>
  Math.min(SHARES.length, Math.max(USUAL, Math.floor(MOST_LINES / lines)));

/**
 * The same lines with a discount that is a cent higher or lower, or a price that is, where their total is not the one
 * that it has to be: parts of a sale are each rounded, and together have to be the sale. The lines as they are where no
 * such cent does it.
 */
export function itemsOfTotal(
  items: readonly InvoiceItem[],
  currency: string,
  total: Micros,
): readonly InvoiceItem[] {
  const now = totalOfItems(items, currency);
  if (now === undefined || now === total) return items;
  for (const share of SHARES.slice(0, sharesFor(items.length))) {
    const moved = moveBy(items, ((total - now) * share) / 1000n);
    if (moved && totalOfItems(moved, currency) === total) return moved;
  }
  return items;
}

/** Makes the largest line that much dearer, or cheaper. */
function moveBy(items: readonly InvoiceItem[], by: Micros): readonly InvoiceItem[] | undefined {
  const place = items.reduce((best, item, n) => (grossOf(item) > grossOf(items[best]) ? n : best), 0);
  const item = items[place];
  if (!item) return undefined;
  const [quantity, discount] = [decimal(item.quantity), decimal(item.discount)];
  // A price has six decimals, so it may rise by a little too much: the discount takes that back.
  const rise = by <= discount ? 0n : (by * 1_000_000n + quantity - 1n) / quantity;
  const risen = (rise * quantity) / 1_000_000n;
  const off = discount + risen - by;
  if (off < 0n || off > grossOf(item)) return undefined;
  const price = formatDecimal(decimal(item.product.price) + rise);
  const moved = { ...item, discount: formatDecimal(off), product: { ...item.product, price } };
  return items.with(place, moved);
}

const grossOf = (item: InvoiceItem | undefined): Micros =>
  item ? (decimal(item.product.price) * decimal(item.quantity)) / 1_000_000n : 0n;
