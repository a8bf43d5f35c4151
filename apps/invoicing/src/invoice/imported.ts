import type { Tenant } from '#kernel';
import { lastInstallmentOf, receiverRfc } from '#billing';
import { importedInvoiceId, type ImportedInvoice } from '#contracts';
import type { TakenFolio } from './folios.js';
import type { PaidByUuid } from './paid-documents.js';
import { ownRfcOf, type PastReceiver } from './past-receivers.js';

/** What a document that was issued elsewhere needs beside its stream. */

/** Whose a document of the organization is to be told, of one that has an RFC of its own. */
export function receiverOf(tenant: Tenant, { issuer_type, content, stamp }: ImportedInvoice): PastReceiver[] {
  const rfc =
    issuer_type === 'issuing' && content.customer?.id === null
      ? ownRfcOf(receiverRfc(content.customer))
      : undefined;
  return rfc === undefined ? [] : [{ tax_id: rfc, invoice: importedInvoiceId(tenant, stamp.uuid) }];
}

/** What a payment pays, as it waits for what it pays. */
export const paidBy = (tenant: Tenant, { pays, content, stamp }: ImportedInvoice): PaidByUuid[] =>
  pays.map(({ uuid, amount }) => ({
    payment: importedInvoiceId(tenant, stamp.uuid),
    ...{ uuid, amount, installment: lastInstallmentOf(content, uuid) },
  }));

/** The number that a document of the organization has taken; what has none, or no whole one, has taken none. */
export const numberOf = ({ issuer_type, issue }: ImportedInvoice): TakenFolio[] =>
  issuer_type === 'issuing' && issue.folio_number > 0
    ? [{ series: issue.series ?? '', folio: issue.folio_number }]
    : [];
