import { field, ok, refuse, refuseFields, type Result, type Tenant } from '#kernel';
import { issuersAlone, replacementOf } from '#billing';
import type { CancelMotive } from '#contracts';
import { motivosCancelacion } from '#sat';
import { parseInvoiceDoc } from '../docs.js';
import type { CancelQuery } from './queries.dto.js';
import type { InvoiceQueries, StoredInvoice } from './queries.js';

/** Why an invoice is canceled, as the command says it: the motive, and with 01 the UUID that replaces it. */
export interface CancelReason {
  readonly motive: CancelMotive;
  readonly substitution: string | null;
  /** Our id of that one. */
  readonly substitution_invoice?: string;
}

const place = { path: 'substitution', location: 'query' } as const;

/**
 * Reads the reason out of the request. Refuses a missing motive and any invoice that cannot replace this one:
 * motive 01 (errors, with relation) needs another valid invoice of the organization, by its id or UUID, that says
 * itself that it replaces this one (relation 04); the others take none.
 */
export async function cancelReason(
  invoices: InvoiceQueries,
  tenant: Tenant,
  invoice: StoredInvoice,
  { motive, substitution }: CancelQuery,
): Promise<Result<CancelReason>> {
  if (motive === undefined) return refuseFields([missingMotive]);
  if (motive !== '01')
    return substitution === undefined
      ? ok({ motive, substitution: null })
      : refuseFields([
          field('substitution', 'not_allowed', { location: 'query', message: onlyWithMotive01 }),
        ]);
  if (substitution === undefined) return refuse('substitution_invoice_required', place);
  const other = await invoices.findByReference(tenant, substitution);
  if (!other || other.id === invoice.id) return refuse('substitution_invoice_not_found', place);
  if (other.issuer_type === 'receiving')
    return refuse('substitution_invoice_status_not_allowed', {
      ...place,
      details: [issuersAlone('substitute', place)],
    });
  if (other.status === 'canceled') return refuse('substitution_invoice_canceled', place);
  if (other.status !== 'valid' || other.uuid === null)
    return refuse('substitution_invoice_status_not_allowed', place);
  // One that is not stamped has no UUID to relate to: whether it can be canceled at all is asked later.
  if (invoice.uuid !== null && !replaces(other, invoice.uuid))
    return refuse('substitution_invoice_status_not_allowed', { ...place, details: [unrelated] });
  return ok({ motive, substitution: other.uuid, substitution_invoice: other.id });
}

const onlyWithMotive01 = {
  es: 'El campo "{path}" solo se envía con el motivo "01": quítelo, o cancele con ese motivo.',
  en: 'The field "{path}" is only for the motive "01": leave it out, or cancel with that motive.',
};

/** The motives, each with its meaning: who has to choose one has to know them. */
const missingMotive = field('motive', 'required', {
  location: 'query',
  message: {
    es: 'Indique el motivo de la cancelación en "motive": {motives}.',
    en: 'Give the motive of the cancellation in "motive": {motives}.',
  },
  params: {
    motives: {
      es: motivosCancelacion.entries.map(({ key, label }) => `"${key}" ${label}`).join('; '),
      en: motivosCancelacion.entries.map(({ key, en }) => `"${key}" ${en}`).join('; '),
    },
  },
});

const unrelated = field('substitution', 'invalid_value', {
  location: 'query',
  message: {
    es: 'La factura que sustituye debe relacionar a esta factura con el tipo de relación "04".',
    en: 'The substitution invoice must relate to this invoice with the relationship "04".',
  },
});

const replaces = ({ doc }: StoredInvoice, uuid: string): boolean =>
  replacementOf(parseInvoiceDoc(doc).related_documents).includes(uuid.toUpperCase());
