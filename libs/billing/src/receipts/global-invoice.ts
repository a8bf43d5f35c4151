import { decimal, field, ok, refuse, refuseFields, type Detail } from '#kernel';
import type { Result } from '#kernel';
import type { AskGlobalInvoice, CustomerSnapshot, InvoiceContent, IssuerSnapshot } from '#contracts';
import { emptyAddress } from '#contracts';
import { NO_OBLIGACIONES, RFC_PUBLICO_GENERAL } from '#sat';
import { sameAddress } from './address.js';
import { freshOrNull } from './global-period.js';
import { EMPTY_INVOICE } from './judge.js';
import { NOTHING_LEFT, largestReceipt, withholds, type ReceiptToInvoice } from './receipt.js';
import { toTicketItem, toTicket, type Ticket } from './ticket.js';
import { settleTickets } from './settle-tickets.js';

/** The receiver of global invoices. */
const PUBLICO: CustomerSnapshot = {
  id: null,
  legal_name: 'PUBLICO EN GENERAL',
  tax_id: RFC_PUBLICO_GENERAL,
  tax_system: NO_OBLIGACIONES,
  email: null,
  address: emptyAddress,
};

/**
 * A global invoice of receipts: one Concepto for each, and a total that is the sum of theirs to the cent (ADR 59). Refuses
 * receipts that withhold taxes, are not in MXN or have no line left, each by name, at `receipts[N]` where the request names
 * it. Of receipts that it does not name, those without a line are left out.
 */
export function globalInvoiceOf(
  ask: AskGlobalInvoice,
  receipts: readonly ReceiptToInvoice[],
  issuer: IssuerSnapshot,
  now: Date,
): Result<InvoiceContent> {
  // The first place of each, for a request that names one twice.
  const places = new Map((ask.receipts ?? []).map((id, place) => [id, place] as const).toReversed());
  const problems = receipts.flatMap((receipt) => receiptProblems(receipt, places.get(receipt.id)));
  if (problems.length > 0) return refuseFields(problems.slice(0, MAX_PROBLEMS));
  const sold = receipts.filter(isSold);
  const largest = largestReceipt(sold);
  if (largest === undefined) return refuse('receipt_not_found');
  const tickets: Ticket[] = [];
  for (const receipt of sold) {
    const ticket = toTicket(receipt);
    if (!ticket.ok) return ticket;
    tickets.push(ticket.value);
  }
  const total = sold.reduce((sum, { totals }) => sum + decimal(totals.total), 0n);
  const address = commonAddress(sold, issuer);
  const settled = settleTickets(tickets, total);
  if (!settled) return refuseFields([field('receipts', 'invalid_value', { message: NO_AMOUNT })]);
  return ok({
    ...EMPTY_INVOICE,
    customer: publicoAt((address ?? issuer.address).zip),
    items: settled.map(toTicketItem),
    payment_form: ask.payment_form ?? largest.content.payment_form,
    use: 'S01',
    currency: 'MXN',
    exchange: '1',
    global: ask.global,
    date: freshOrNull(ask.date, now),
    address,
    folio_number: ask.extras.folio_number,
    series: ask.extras.series,
  });
}

/** At most this many receipts are named in one refusal. */
const MAX_PROBLEMS = 50;

const NO_AMOUNT = {
  es: 'Los recibos no suman ni un centavo: no hay importe que facturar.',
  en: 'The receipts do not add up to a cent: there is no amount to invoice.',
};

/** CFDI40149: the postal code of the generic RFC is that of the place of issue. */
const publicoAt = (zip: string | null): CustomerSnapshot => ({
  ...PUBLICO,
  address: { ...emptyAddress, zip },
});

/** Receipts of several places are invoiced at the organization's own. */
function commonAddress(receipts: readonly ReceiptToInvoice[], issuer: IssuerSnapshot) {
  const [first] = receipts;
  const address = first?.content.address ?? null;
  return receipts.every(({ content }) => sameAddress(content.address, address, issuer)) ? address : null;
}

const isSold = ({ content }: ReceiptToInvoice): boolean => content.items.length > 0;

/** @param place where the request names it */
function receiptProblems(receipt: ReceiptToInvoice, place: number | undefined): Detail[] {
  const { content, folio_number, key } = receipt;
  const path = place === undefined ? 'receipts' : `receipts[${place}]`;
  if (!isSold(receipt))
    return place === undefined ? [] : [field(path, 'receipt_not_open', { message: NOTHING_LEFT })];
  const message = content.currency !== 'MXN' ? ONLY_MXN : withholds(content) ? WITHHOLDS : undefined;
  const params = { folio: folio_number, key, currency: content.currency };
  return message ? [field(path, 'not_allowed', { message, params })] : [];
}

const ONLY_MXN = {
  es: 'El recibo {folio} ({key}) está en {currency}: una factura global solo admite recibos en MXN. Factúrelo a su cliente.',
  en: 'The receipt {folio} ({key}) is in {currency}: a global invoice takes receipts in MXN only. Invoice it to its customer.',
};
const WITHHOLDS = {
  es: 'El recibo {folio} ({key}) tiene impuestos retenidos, que una factura global no admite: factúrelo a su cliente.',
  en: 'The receipt {folio} ({key}) has withheld taxes, which a global invoice cannot have: invoice it to its customer.',
};
