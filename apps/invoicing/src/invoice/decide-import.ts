import { ok, refuse, type Result } from '#kernel';
import { isListed, type ImportedInvoice, type InvoiceEvent, type SatStanding } from '#contracts';
import { isOfThePast, type Invoice } from './invoice.js';

type Decision = Result<readonly InvoiceEvent[]>;

/** Takes in a document that was issued elsewhere; one that is here already is a `conflict`. */
export const importInvoice = (invoice: ImportedInvoice, state: Invoice, now: Date): Decision =>
  state.status === 'absent'
    ? ok([{ type: 'InvoiceImported', data: { invoice, at: now.toISOString() } }])
    : refuse('conflict');

/** Says whose a document of the organization's past is, where that is not known yet. */
export const recognizeCustomer = (customer: string, state: Invoice, now: Date): Decision =>
  ok(
    isOfThePast(state) && state.content.customer?.id === null
      ? [{ type: 'CustomerRecognized', data: { customer, at: now.toISOString() } }]
      : [],
  );

/**
 * Records how the tax authority has an imported document, where that is news. `canceled` is final there: what is said later, by a
 * service that lags behind itself, changes nothing. An answer that is missing takes nothing back, and neither does one that does not
 * find what was found before.
 */
export function recordSatStatus(sat: SatStanding, state: Invoice, now: Date): Decision {
  if (state.status !== 'valid' && state.status !== 'canceled') return refuse('invoice_not_found');
  const { imported } = state;
  if (!imported || state.status === 'canceled') return ok([]);
  const known = knownNow(imported.sat, sat);
  if (!isNews(imported.sat, known)) return ok([]);
  const { issuer_type, pays } = imported;
  const again = known.status === 'canceled' && pays.length > 0 ? { pays } : {};
  const listed = isListed(known.efos) && !isListed(imported.sat.efos) ? ({ listed: true } as const) : {};
  return ok([
    {
      type: 'SatStatusRecorded',
      data: { issuer_type, sat: known, ...again, ...listed, at: now.toISOString() },
    },
  ]);
}

/** What is known of a document after an answer: that its issuer is on a list is not forgotten by one that does not speak of it. */
function knownNow(before: SatStanding, said: SatStanding): SatStanding {
  const efos = said.efos ?? before.efos;
  const lags = said.status === 'not_found' && before.status === 'valid';
  return said.status === null || lags ? { ...before, efos } : { ...said, efos };
}

const isNews = (before: SatStanding, now: SatStanding): boolean =>
  now.status !== before.status || now.efos !== before.efos || now.cancellation !== before.cancellation;
