import type { InvoiceDoc, PaymentDoc } from '#contracts';
import { decimal, divRound, pow10, roundMicros } from '#kernel';
import { monedas } from '#sat';
import { paymentDocsOf } from '../invoices/payments.js';
import { ExactSums, FIGURES, figuresOf, type Figure, type Figures, type FlowTax } from './figures.js';

/** What is needed of a document, issued or received. */
export type FlowDocument = Pick<
  InvoiceDoc,
  | 'type'
  | 'payment_method'
  | 'exchange'
  | 'date'
  | 'items'
  | 'subtotal'
  | 'discount'
  | 'total'
  | 'taxes'
  | 'complements'
>;

/** When a document moves money: an invoice paid at once (PUE), a credit note (E), a payment (Pago of a type P). */
export type FlowKind = 'contado' | 'nota_de_credito' | 'pago';

/** What one document adds at one moment. */
export interface FlowEntry {
  readonly kind: FlowKind;
  /** Instant, ISO 8601 in UTC: the Comprobante's Fecha, or the Pago's FechaPago. */
  readonly at: string;
  /** Below zero in credit notes. */
  readonly figures: Figures;
  /** UUIDs of the documents that are paid. */
  readonly paid: readonly string[];
  /** Those of them that count by themselves, and so not here. */
  readonly counted: readonly string[];
}

/** What other documents say of one. */
export interface FlowContext {
  /** Whether what a payment pays was paid at once (PUE) and is counted on its own date. */
  readonly isCounted?: (uuid: string) => boolean;
  /** What of a credit note's total gives nothing back (see `offUnpaid`), in millionths. */
  readonly offUnpaid?: bigint;
}

/**
 * What a valid document adds to IVA, ISR and IEPS on cash flow (LIVA art. 1-B and 5 fr. III: when it is paid): an invoice
 * paid at once (PUE) on its date, a credit note on its date with its signs turned round, a payment on the date of each Pago
 * with the taxes of the documents that it pays (ImpuestosDR). Invoices paid later (PPD), payrolls and moved goods add
 * nothing themselves. Amounts in other currencies count by TipoCambio or TipoCambioP, and are rounded to hundredths of
 * MXN once for each document, as in the Pagos complement's Totales (CRP20201 to CRP20211). Nothing counts twice: not what a payment
 * pays of an invoice that was paid at once, nor what a credit note takes off what nobody has paid.
 */
export function flowOf(document: FlowDocument, context: FlowContext = {}): readonly FlowEntry[] {
  if (document.type === 'P') return flowOfPayments(document, context);
  if (document.type === 'E') return [flowAtOnce(document, 'nota_de_credito', -1n, context.offUnpaid)];
  if (document.type === 'I' && document.payment_method === 'PUE')
    return [flowAtOnce(document, 'contado', 1n)];
  return [];
}

const instantOf = ({ date }: FlowDocument): string => {
  if (date === null) throw new Error('a document without a date adds to no month');
  return date;
};

function flowAtOnce(document: FlowDocument, kind: FlowKind, sign: bigint, left = 0n): FlowEntry {
  // TipoCambio may be left out of what is in MXN.
  const exchange = decimal(document.exchange ?? 1);
  const sums = new ExactSums();
  const add = (figure: Figure | undefined, amount: number | null): void => {
    if (figure !== undefined && amount !== null) sums.add(figure, sign * decimal(amount), exchange);
  };
  for (const tax of document.taxes) {
    const figures = figuresOf(tax);
    add(figures.base, tax.base);
    add(figures.amount, tax.amount);
  }
  sums.add('baseNoObjeto', sign * noObjetoOf(document), exchange);
  add('total', document.total);
  const total = decimal(document.total);
  const figures = left === 0n ? sums.round() : sums.round({ part: total - left, whole: total });
  return { kind, at: instantOf(document), figures: withoutZeros(figures), paid: [], counted: [] };
}

/** ObjetoImp: not subject to tax. */
const NO_OBJETO = '01';

/**
 * What its lines come to that no tax falls on, in millionths: all of the document where each line is such a one, else
 * Importe less Descuento of those lines, which have no taxes in their price.
 */
export function noObjetoOf({
  items,
  subtotal,
  discount,
}: Pick<FlowDocument, 'items' | 'subtotal' | 'discount'>): bigint {
  const lines = items.filter(({ product }) => product.taxability === NO_OBJETO);
  if (lines.length === 0) return 0n;
  if (lines.length === items.length) return decimal(subtotal ?? 0) - decimal(discount ?? 0);
  let sum = 0n;
  for (const { quantity, discount: off, product } of lines)
    sum += divRound(decimal(quantity) * decimal(product.price), pow10(6)) - decimal(off);
  return roundMicros(sum, 2);
}

/** Each Pago adds what the rounded sum up to it grows by, so that together they are what Totales has. */
function flowOfPayments(document: FlowDocument, { isCounted }: FlowContext): readonly FlowEntry[] {
  const sums = new ExactSums();
  let before: Figures = {};
  return paymentDocsOf(document).map((payment) => {
    const paid = payment.related_documents.map(({ uuid }) => uuid);
    const counted = paid.filter((uuid) => isCounted?.(uuid));
    addPayment(payment, sums, counted);
    const after = sums.round();
    const figures = withoutZeros(subtract(after, before));
    before = after;
    return { kind: 'pago', at: payment.date ?? instantOf(document), figures, paid, counted };
  });
}

const subtract = (after: Figures, before: Figures): Figures =>
  Object.fromEntries(
    FIGURES.flatMap((figure) => {
      const value = after[figure];
      return value === undefined ? [] : [[figure, value - (before[figure] ?? 0n)]];
    }),
  );

const withoutZeros = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0n));

/** Amounts of one group of ImpuestosP: by tax, factor and rate, and where they are withheld by tax alone. */
interface Group {
  readonly tax: FlowTax;
  readonly base: Quotients;
  readonly amount: Quotients;
}

function addPayment(payment: PaymentDoc, sums: ExactSums, counted: readonly string[]): void {
  const exchange = decimal(payment.exchange ?? 1);
  const groups = new Map<string, Group>();
  const paid = new Quotients();
  const noObjeto = new Quotients();
  for (const document of payment.related_documents) {
    if (counted.includes(document.uuid)) continue;
    const equivalence = decimal(document.exchange ?? 1, EQUIVALENCE_DECIMALS);
    paid.add(decimal(document.amount), equivalence);
    if (document.taxability === NO_OBJETO) noObjeto.add(decimal(document.amount), equivalence);
    for (const tax of document.taxes) {
      const key = tax.withholding ? tax.type : `${tax.type} ${tax.factor} ${tax.rate}`;
      const name = `${tax.withholding} ${key}`;
      const group = groups.get(name) ?? { tax, base: new Quotients(), amount: new Quotients() };
      groups.set(name, group);
      group.base.add(decimal(tax.base), equivalence);
      group.amount.add(amountOf(tax), equivalence);
    }
  }
  for (const { tax, base, amount } of groups.values()) {
    const figures = figuresOf(tax);
    if (figures.base) sums.add(figures.base, base.round(), exchange);
    if (figures.amount) sums.add(figures.amount, amount.round(), exchange);
  }
  sums.add('baseNoObjeto', noObjeto.round(), exchange);
  sums.add('total', paid.round(monedas.find(payment.currency)?.decimales), exchange);
}

/** ImporteDR in millionths: as it was given, or base x rate. */
const amountOf = ({
  base,
  rate,
  amount,
}: {
  readonly base: number;
  readonly rate: number | null;
  readonly amount: number | null;
}): bigint => (amount === null ? divRound(decimal(base) * decimal(rate ?? 0), pow10(6)) : decimal(amount));

/** Decimals of EquivalenciaDR, units of a document's currency for one of the payment's. */
const EQUIVALENCE_DECIMALS = 10;

/** Sums amounts of several currencies in the payment's: exact until it is rounded, once, to millionths (ImpuestosP). */
class Quotients {
  private readonly byEquivalence = new Map<bigint, bigint>();

  add(amount: bigint, equivalence: bigint): void {
    this.byEquivalence.set(equivalence, (this.byEquivalence.get(equivalence) ?? 0n) + amount);
  }

  /** In millionths of the payment's currency, with so many decimals. */
  round(decimals = 6): bigint {
    let numerator = 0n;
    let denominator = 1n;
    for (const [equivalence, amount] of this.byEquivalence) {
      numerator = numerator * equivalence + amount * pow10(EQUIVALENCE_DECIMALS) * denominator;
      denominator *= equivalence;
    }
    const unit = pow10(6 - decimals);
    return divRound(numerator, denominator * unit) * unit;
  }
}
