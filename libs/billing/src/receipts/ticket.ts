import { decimal, formatDecimal, ok, type Micros, type Result } from '#kernel';
import type { InvoiceItem, Tax } from '#contracts';
import { LEAST, addUp, charge, type SaleLocalTax, type SaleTax } from './amounts.js';
import { withholds, type ReceiptToInvoice } from './receipt.js';

/** A receipt as one Concepto: what it says adds up to the receipt's total, to the sixth decimal. */
export interface Ticket {
  readonly folio_number: number;
  readonly taxability: string;
  readonly price: Micros;
  readonly discount: Micros;
  readonly taxes: readonly SaleTax[];
  readonly localTaxes: readonly SaleLocalTax[];
}

const known = new WeakMap<ReceiptToInvoice, Result<Ticket>>();

/**
 * A receipt as a Concepto of a global invoice. The taxes are those of its lines, before its own document would round
 * them; what that rounded stays in the price, so that price, discount and taxes are the receipt's total. Adding up the
 * lines is what takes time, so it is done once: see {@link readyTickets}.
 */
export function toTicket(receipt: ReceiptToInvoice): Result<Ticket> {
  const before = known.get(receipt);
  if (before) return before;
  const made = makeTicket(receipt);
  known.set(receipt, made);
  return made;
}

/** Lines that are added up at a time: some 10 ms. */
const LINES_AT_A_TIME = 500;

/**
 * Adds up receipts before they are invoiced globally, some at a time: thousands of them would hold the loop of the process,
 * so others get a turn in between.
 *
 * @returns the same receipts without their lines, of which {@link globalInvoiceOf} needs no more: together they may be
 *   more than the memory of the process
 */
export async function readyTickets(
  receipts: readonly ReceiptToInvoice[],
  pause: () => Promise<unknown>,
): Promise<readonly ReceiptToInvoice[]> {
  const ready: ReceiptToInvoice[] = [];
  let lines = 0;
  for (const receipt of receipts) {
    ready.push(condense(receipt));
    lines += receipt.content.items.length;
    if (lines < LINES_AT_A_TIME) continue;
    lines = 0;
    await pause();
  }
  return ready;
}

/** A receipt with one of its lines, and the Concepto of them all: of a line that withholds a tax, that one. */
function condense(receipt: ReceiptToInvoice): ReceiptToInvoice {
  const { content } = receipt;
  const line = content.items.find((item) => withholds({ items: [item] })) ?? content.items[0];
  const condensed = { ...receipt, content: { ...content, items: line ? [line] : [] } };
  known.set(condensed, toTicket(receipt));
  return condensed;
}

function makeTicket({ content, totals, folio_number }: ReceiptToInvoice): Result<Ticket> {
  const sale = addUp(content.items, content.currency);
  if (!sale.ok) return sale;
  const { descuento, taxes, localTaxes } = sale.value;
  const total = decimal(totals.total);
  const taxability = taxabilityOf(content.items, taxes.length > 0);
  const ticket: Ticket = { folio_number, taxability, price: 0n, discount: descuento, taxes, localTaxes };
  const price = total + descuento - taxesOf(ticket);
  if (price >= leastPrice(ticket)) return ok({ ...ticket, price });
  // A sale of less than a cent, of which its total has nothing: neither have its taxes.
  const least = { ...ticket, taxes: taxes.map(toLeast), localTaxes: localTaxes.map(toLeast) };
  const rest = total + descuento - taxesOf(least);
  return ok({ ...least, price: rest < leastPrice(least) ? leastPrice(least) : rest });
}

const toLeast = <T extends SaleTax | SaleLocalTax>(tax: T): T => ({ ...tax, base: LEAST });

/** What a ticket's taxes come to. */
export const taxesOf = ({ taxes, localTaxes }: Pick<Ticket, 'taxes' | 'localTaxes'>): Micros =>
  [...taxes, ...localTaxes].reduce((sum, tax) => sum + charge(tax), 0n);

/** CFDI40166 and 169: ValorUnitario is above zero and Descuento not above Importe. */
export const leastPrice = ({ discount }: Pick<Ticket, 'discount'>): Micros =>
  discount > LEAST ? discount : LEAST;

/** c_ObjetoImp of a whole sale: that of its lines, or what it comes to where they differ. */
function taxabilityOf(items: readonly InvoiceItem[], taxed: boolean): string {
  const all = [...new Set(items.map(({ product }) => product.taxability))];
  if (all.length === 1) return all[0] ?? '01';
  if (taxed) return '02';
  return all.find((one) => one !== '01' && one !== '02') ?? '01';
}

const text = (value: Micros): string => formatDecimal(value);

/** The line of a ticket (guide to the global invoice): the folio of its receipt, and no other detail of the sale. */
export const toTicketItem = (ticket: Ticket): InvoiceItem => ({
  quantity: '1',
  discount: text(ticket.discount),
  product: {
    id: null,
    description: 'Venta',
    product_key: '01010101',
    unit_key: 'ACT',
    unit_name: null,
    price: text(ticket.price),
    tax_included: false,
    taxability: ticket.taxability,
    taxes: ticket.taxes.map(toTax),
    local_taxes: ticket.localTaxes.map(({ type, rate, base }) => ({
      ...{ type, rate, base: text(base) },
      withholding: false,
    })),
    sku: String(ticket.folio_number),
  },
  parts: [],
  customs_keys: [],
  third_party: null,
  property_tax_account: [],
  complement: null,
});

/** Bases are given, so an IEPS needs to say no more of the others: it is shown as it is. */
const toTax = ({ type, factor, rate, base }: SaleTax): Tax => ({
  ...{ type, factor, rate, base: text(base) },
  withholding: false,
  ieps_mode: type === 'IEPS' ? 'break_down' : 'sum_before_taxes',
});
