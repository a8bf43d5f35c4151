import { field, ok, refuse, refuseFields, type Bilingual, type ErrorCode } from '#kernel';
import type { Refused, Result } from '#kernel';
import type {
  AskCustomerInvoice,
  CustomerSnapshot,
  InvoiceContent,
  IssuerSnapshot,
  NamedReceipts,
} from '#contracts';
import { RFC_PUBLICO_GENERAL, isPublicoEnGeneral } from '#sat';
import { isForeign } from '../invoices/comprobante-input.js';
import { sameAddress } from './address.js';
import { EMPTY_INVOICE } from './judge.js';
import { itemsToTheCent } from './residue.js';
import { NOTHING_LEFT, largestReceipt, type ReceiptToInvoice } from './receipt.js';
import { withResicoIsr } from './resico.js';

/** The most items of an invoice. */
export const MAX_INVOICE_ITEMS = 5_000;

/**
 * An invoice to one customer: the items of its receipts in their order, and a total that is the sum of theirs to the cent
 * (less the ISR that a legal entity withholds, where that is asked for). Refusals are at `keys[N]`, where
 * the request has keys.
 */
export function customerInvoiceOf(
  ask: AskCustomerInvoice,
  receipts: readonly ReceiptToInvoice[],
  issuer: IssuerSnapshot,
  now: Date,
): Result<InvoiceContent> {
  const [first] = receipts;
  const largest = largestReceipt(receipts);
  if (!first || !largest) return refuse('receipt_not_found');
  const refused = findRefusal(ask, receipts, first, issuer, now);
  if (refused) return refused;
  const customer = customerOf(ask, receipts);
  if (!customer.ok) return customer;
  const items = itemsToTheCent(receipts, first.content.currency);
  if (!items.ok) return items;
  const { currency, exchange, address } = first.content;
  return ok({
    ...EMPTY_INVOICE,
    ...ask.extras,
    customer: customer.value,
    items: ask.apply_resico_isr ? withResicoIsr(items.value, issuer, customer.value) : items.value,
    payment_form: ask.payment_form ?? largest.content.payment_form,
    use: useOf(ask.use, customer.value),
    ...{ currency, exchange, address },
    date: ask.date,
  });
}

/** The first reason, of those that are about the receipts, why there is no such invoice. */
function findRefusal(
  ask: AskCustomerInvoice,
  receipts: readonly ReceiptToInvoice[],
  first: ReceiptToInvoice,
  issuer: IssuerSnapshot,
  now: Date,
): Refused | undefined {
  const { currency, exchange, address } = first.content;
  const those = (are: (receipt: ReceiptToInvoice) => boolean): readonly ReceiptToInvoice[] =>
    receipts.filter(are);
  const empty = those(({ content }) => content.items.length === 0);
  if (empty.length > 0) return refuseAt('receipt_not_open', empty, ask, NOTHING_LEFT);
  const expired = those(({ expires_at }) => ask.refuse_expired && now.getTime() > Date.parse(expires_at));
  if (expired.length > 0) return refuseAt('receipt_expired', expired, ask);
  const count = receipts.reduce((sum, { content }) => sum + content.items.length, 0);
  if (count > MAX_INVOICE_ITEMS)
    return refuse('receipt_invoicing_too_many_items', { path: 'keys', location: 'body' });
  const elsewhere = those(({ content }) => !sameAddress(content.address, address, issuer));
  if (elsewhere.length > 0) return refuseAt('receipt_invoicing_address_mismatch', elsewhere, ask);
  const others = those(({ content }) => content.currency !== currency || content.exchange !== exchange);
  if (others.length === 0) return undefined;
  return refuseFields(
    others.map((one) =>
      field(placeOf(one, ask.receipts) ?? 'receipts', 'invalid_value', {
        message: OTHER_CURRENCY,
        params: { folio: one.folio_number, key: one.key, currency, exchange },
      }),
    ),
  );
}

const OTHER_CURRENCY = {
  es: 'El recibo {folio} ({key}) no está en {currency} al tipo de cambio {exchange}, como el primero: facture por separado los recibos de otra moneda o tipo de cambio.',
  en: 'The receipt {folio} ({key}) is not in {currency} at the exchange rate {exchange}, as the first one is: invoice receipts of another currency or rate apart.',
};

/** Refuses receipts, each where the request names it. */
function refuseAt(
  code: ErrorCode,
  receipts: readonly ReceiptToInvoice[],
  ask: AskCustomerInvoice,
  message?: Bilingual,
): Refused {
  const details = receipts.flatMap((one) => {
    const path = placeOf(one, ask.receipts);
    return path === undefined ? [] : [field(path, code, message && { message })];
  });
  const path = details[0]?.path;
  return refuse(code, path === undefined ? {} : { location: 'body', path, details });
}

/** Where the request names a receipt: a key in any case, of one that comes twice the first; an id is in its address. */
function placeOf({ key }: ReceiptToInvoice, named: NamedReceipts): string | undefined {
  if (named.by === 'id') return undefined;
  return `keys[${named.keys.findIndex((one) => one.trim().toUpperCase() === key)}]`;
}

/** The receiver: the one that is asked for, else the one of all receipts that have any. */
function customerOf(
  ask: AskCustomerInvoice,
  receipts: readonly ReceiptToInvoice[],
): Result<CustomerSnapshot> {
  if (ask.customer) return receiver(ask.customer);
  const known = receipts.filter(({ content }) => content.customer !== null);
  const last = known.at(-1)?.content.customer;
  if (!last) return refuseFields([field('customer', 'required')]);
  const others = known.filter(({ content }) => content.customer && !sameCustomer(content.customer, last));
  if (others.length === 0) return receiver(last);
  return refuseAt('receipt_invoicing_customer_mismatch', others, ask);
}

/** Sales to the public in general are invoiced together, in a global invoice. */
function receiver(customer: CustomerSnapshot): Result<CustomerSnapshot> {
  const isPublic = customer.tax_id === RFC_PUBLICO_GENERAL && isPublicoEnGeneral(customer.legal_name);
  if (!isPublic) return ok(customer);
  return refuseFields([field('customer.legal_name', 'not_allowed', { message: GLOBAL_INSTEAD })]);
}

const GLOBAL_INSTEAD = {
  es: 'Los recibos del público en general se facturan en una factura global: use POST /v2/receipts/global-invoice, o indique en "customer" al cliente.',
  en: 'Receipts of the public in general are invoiced by a global invoice: use POST /v2/receipts/global-invoice, or send the customer in "customer".',
};

const sameCustomer = (a: CustomerSnapshot, b: CustomerSnapshot): boolean =>
  a.id !== null && b.id !== null
    ? a.id === b.id
    : a.tax_id === b.tax_id &&
      a.legal_name === b.legal_name &&
      a.tax_system === b.tax_system &&
      a.address.zip === b.address.zip;

/** Foreigners and holders of the generic RFC have no other use than "sin efectos fiscales", which the default gives way to. */
const useOf = (use: string, customer: CustomerSnapshot): string =>
  use === 'G01' && (isForeign(customer) || customer.tax_id === RFC_PUBLICO_GENERAL) ? 'S01' : use;
