import { field, ok, refuse, refuseFields, type Detail, type Refused, type Result } from '#kernel';
import type { AskGlobalInvoice, AskReceiptInvoice, NamedReceipts } from '#contracts';
import type { ReceiptHead } from '../receipt/store.js';

/** A receipt as a request names it: by its id or its key, at a place of the request; null: in the address. */
export interface Name {
  readonly name: string;
  readonly path: string | null;
}

/** What a request names, in its order; of a name that comes twice, the first. Keys are taken in any case. */
export function toNames(ask: AskReceiptInvoice, named: NamedReceipts): readonly Name[] {
  const texts = named.by === 'key' ? named.keys.map((key) => key.trim().toUpperCase()) : named.ids;
  const place = named.by === 'key' ? 'keys' : ask.kind === 'global' ? 'receipts' : null;
  const seen = new Set<string>();
  return texts
    .map((name, index) => ({ name, path: place && `${place}[${index}]` }))
    .filter(({ name }) => seen.size < seen.add(name).size);
}

/** The receipts that a request names, in its order, if all are there and can be invoiced so. */
export function judgeNamed(
  ask: AskReceiptInvoice,
  names: readonly Name[],
  found: readonly ReceiptHead[],
): Result<readonly ReceiptHead[]> {
  const byKey = ask.kind === 'customer' && ask.receipts.by === 'key';
  const rows = new Map(found.map((row) => [byKey ? row.key : row.id, row]));
  const missing = names.filter(({ name }) => !rows.has(name));
  if (missing.length > 0) return notFound(missing, byKey);
  const receipts = names.map(({ name }) => rows.get(name) as ReceiptHead);
  const closed = receipts.filter(({ status }) => status !== 'open');
  if (closed.length > 0) return notOpen(names, closed);
  return ask.kind === 'global' ? judgeOfPeriod(ask, names, receipts) : ok(receipts);
}

function notFound(missing: readonly Name[], byKey: boolean): Refused {
  const details = detailsAt(missing, 'receipt_not_found');
  // Not the receipts of the address: their keys are what was asked for.
  if (byKey) return refuse('receipt_keys_not_found', { details });
  return refuse('receipt_not_found', { ...placeOf(missing[0]), ...(details.length > 0 && { details }) });
}

/** Refuses receipts that are no longer open, or that are being invoiced; it says which invoice has the first of them. */
export function notOpen(names: readonly Name[], closed: readonly ReceiptHead[]): Refused {
  const known = new Set(closed.flatMap(({ id, key }) => [id, key]));
  const named = names.filter(({ name }) => known.has(name));
  const [first] = closed;
  const invoice = first?.invoice_id ?? (first?.holder?.startsWith('change:') ? null : first?.holder);
  const details = detailsAt(named, 'receipt_not_open');
  return refuse('receipt_not_open', {
    ...placeOf(named[0]),
    ...(details.length > 0 && { details }),
    ...(invoice && { resourceId: invoice }),
  });
}

/** A global invoice that is given names takes them all, or says which of them are not of its period or form. */
function judgeOfPeriod(
  { from, until, payment_form }: AskGlobalInvoice,
  names: readonly Name[],
  receipts: readonly ReceiptHead[],
): Result<readonly ReceiptHead[]> {
  const problems = receipts.flatMap(({ key, date, payment_form: form, item_count }, index): Detail[] => {
    const path = names[index]?.path ?? '';
    if (Date.parse(date) < Date.parse(from) || Date.parse(date) >= Date.parse(until))
      return [field(path, 'invalid_value', { message: OTHER_DATE, params: { key } })];
    if (item_count === 0) return [field(path, 'receipt_not_open', { message: NOTHING_LEFT })];
    if (payment_form !== null && form !== payment_form)
      return [field(path, 'invalid_value', { message: OTHER_FORM, params: { key, form, payment_form } })];
    return [];
  });
  return problems.length > 0 ? refuseFields(problems) : ok(receipts);
}

const OTHER_DATE = {
  es: 'La fecha del recibo {key} está fuera del periodo de la factura global.',
  en: 'The date of the receipt {key} is outside the period of the global invoice.',
};
const NOTHING_LEFT = {
  es: 'Todo lo que se vendió con el recibo fue devuelto: no hay qué facturar.',
  en: 'Everything that was sold on the receipt was given back: there is nothing to invoice.',
};
const OTHER_FORM = {
  es: 'La forma de pago del recibo {key} ({form}) no es la de la factura global ({payment_form}).',
  en: 'The payment form of the receipt {key} ({form}) is not that of the global invoice ({payment_form}).',
};

const placeOf = (name: Name | undefined): { path?: string; location?: 'body' } =>
  name?.path ? { path: name.path, location: 'body' } : {};

const detailsAt = (names: readonly Name[], code: string): Detail[] =>
  names.flatMap(({ path }) => (path === null ? [] : [field(path, code)]));
