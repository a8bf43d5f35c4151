import { ok, refuse, type Result } from '#kernel';
import type { ImportedInvoice, InvoiceEvent, SatStanding } from '#contracts';
import type { Invoice } from './invoice.js';

type Decision = Result<readonly InvoiceEvent[]>;

/** Takes in a document that was issued elsewhere; one that is here already is a `conflict`. */
export const importInvoice = (invoice: ImportedInvoice, state: Invoice, now: Date): Decision =>
  state.status === 'absent'
    ? ok([{ type: 'InvoiceImported', data: { invoice, at: now.toISOString() } }])
    : refuse('conflict');

/**
 * Records how the tax authority has an imported document, where that is news. `canceled` is final there: what is said later, by a
 * service that lags behind itself, changes nothing. An answer that is missing takes nothing back.
 */
export function recordSatStatus(sat: SatStanding, state: Invoice, now: Date): Decision {
  if (state.status !== 'valid' && state.status !== 'canceled') return refuse('invoice_not_found');
  const { imported } = state;
  if (!imported || sat.status === null || state.status === 'canceled') return ok([]);
  // That an issuer is on the list of article 69-B is not forgotten by an answer that does not speak of it.
  const known: SatStanding = { ...sat, efos: sat.efos ?? imported.sat.efos };
  if (known.status === imported.sat.status && known.efos === imported.sat.efos) return ok([]);
  const { issuer_type, pays } = imported;
  const again = known.status === 'canceled' && pays.length > 0 ? { pays } : {};
  return ok([
    { type: 'SatStatusRecorded', data: { issuer_type, sat: known, ...again, at: now.toISOString() } },
  ]);
}
