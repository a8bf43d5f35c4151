import { ignoreUnknown, type StreamEvent, type Tenant } from '#kernel';
import { lastInstallmentOf, paidElsewhereOf, paidInvoicesOf, paymentsOf, receiverRfc } from '#billing';
import type { ImportedInvoice, InvoiceContent, InvoiceEvent, RetentionEvent } from '#contracts';
import { ownRfcOf } from '../invoice/past-receivers.js';

/** What an event says that the service's tables have, too: see restore.ts. */
export type Kept = { readonly tenant: Tenant } & (
  | {
      readonly kind: 'invoice-key' | 'retention-key';
      readonly key: string;
      readonly holder: string;
      /** The revision of the document at which it was claimed. */
      readonly at: number;
      /** No claim is of that document that was made after this. */
      readonly by: Date;
    }
  /** `issue`: the document and the number of its issue, in one text. */
  | { readonly kind: 'folio'; readonly series: string; readonly folio: number; readonly issue: string }
  /** An issue that never was: its folio is free again, and what it has claimed. */
  | { readonly kind: 'never-issued'; readonly issue: string }
  | {
      readonly kind: 'paid-invoice';
      readonly issue: string;
      readonly payment: string;
      readonly invoice: string;
      readonly amount: string;
      readonly installment: number;
      readonly replaces: readonly string[];
    }
  | {
      readonly kind: 'paid-document';
      readonly payment: string;
      readonly uuid: string;
      readonly amount: string;
      readonly installment: number;
    }
  | { readonly kind: 'past-receiver'; readonly invoice: string; readonly tax_id: string }
);

/** What an event of an invoice keeps. */
export function keptOfInvoice(id: string, event: StreamEvent<InvoiceEvent>): readonly Kept[] {
  const tenant = tenantOf(event);
  switch (event.type) {
    case 'InvoiceDrafted':
    case 'DraftEdited':
      return keyOf('invoice-key', id, event, event.data.content.idempotency_key);
    case 'InvoiceIssued': {
      const { content, issue } = event.data;
      const { series, folio_number: folio, number } = issue;
      return [
        ...keyOf('invoice-key', id, event, content.idempotency_key),
        { kind: 'folio', tenant, series: series ?? '', folio, issue: issueOf(id, number) },
        ...paidBy(tenant, id, content, issueOf(id, number)),
      ];
    }
    case 'InvoiceRefused':
    case 'StampingFailed':
      return [{ kind: 'never-issued', tenant, issue: issueOf(id, event.data.number) }];
    case 'InvoiceImported':
      return keptOfImport(tenant, id, event.data.invoice);
    case 'CancellationRefused':
    case 'CancellationRequested':
    case 'CancellationUpdated':
    case 'ClaimsForgone':
    case 'CustomerRecognized':
    case 'DraftDeleted':
    case 'InvoiceCanceled':
    case 'InvoiceForgone':
    case 'InvoiceStamped':
    case 'InvoiceSurplusStampFound':
    case 'InvoiceSurplusStampSettled':
    case 'PaymentDisregarded':
    case 'PaymentMatched':
    case 'PaymentReceived':
    case 'PaymentReverted':
    case 'ReceiptsHeld':
    case 'SatStatusRecorded':
    case 'StampingDelayed':
    case 'StatusChecked':
      return [];
    default:
      return ignoreUnknown(event, []);
  }
}

/** What an event of a retention keeps. */
export function keptOfRetention(id: string, event: StreamEvent<RetentionEvent>): readonly Kept[] {
  switch (event.type) {
    case 'RetentionDrafted':
    case 'RetentionDraftEdited':
    case 'RetentionIssued':
      return keyOf('retention-key', id, event, event.data.content.idempotency_key);
    case 'RetentionCanceled':
    case 'RetentionCancellationRefused':
    case 'RetentionCancellationRequested':
    case 'RetentionCancellationUpdated':
    case 'RetentionClaimsForgone':
    case 'RetentionDraftDeleted':
    case 'RetentionForgone':
    case 'RetentionRefused':
    case 'RetentionStamped':
    case 'RetentionStampingDelayed':
    case 'RetentionStampingFailed':
    case 'RetentionStatusChecked':
    case 'RetentionSurplusStampFound':
    case 'RetentionSurplusStampSettled':
      return [];
    default:
      return ignoreUnknown(event, []);
  }
}

const tenantOf = ({ metadata: { organizationId, livemode } }: StreamEvent): Tenant => ({
  organizationId,
  livemode,
});

const issueOf = (id: string, number: number): string => `${id} ${number}`;

/** A key is claimed at the revision before the event that names it: -1 of a new document. */
const keyOf = (
  kind: 'invoice-key' | 'retention-key',
  holder: string,
  event: StreamEvent,
  key: string | null,
): readonly Kept[] =>
  key ? [{ kind, tenant: tenantOf(event), key, holder, at: event.revision - 1, by: event.recordedAt }] : [];

/** What a payment claims of our invoices, and pays of others. */
const paidBy = (tenant: Tenant, payment: string, content: InvoiceContent, issue: string): readonly Kept[] => [
  ...paidInvoicesOf(content).map(({ invoice, amount, replaces = [] }): Kept => {
    const installment = highestInstallmentOf(content, invoice);
    return { kind: 'paid-invoice', tenant, issue, payment, invoice, amount, installment, replaces };
  }),
  ...paidElsewhereOf(content).map(({ uuid, amount }): Kept => {
    const installment = lastInstallmentOf(content, uuid);
    return { kind: 'paid-document', tenant, payment, uuid, amount, installment };
  }),
];

const highestInstallmentOf = (content: InvoiceContent, invoice: string): number =>
  Math.max(
    ...paymentsOf(content)
      .flatMap(({ related_documents }) => related_documents)
      .filter((document) => document.invoice === invoice)
      .map(({ installment }) => installment),
  );

/** As commands/import.ts has it before the import. */
function keptOfImport(tenant: Tenant, id: string, imported: ImportedInvoice): readonly Kept[] {
  const { issuer_type, issue, content, pays } = imported;
  const paid = pays.map(({ uuid, amount }): Kept => {
    const installment = lastInstallmentOf(content, uuid);
    return { kind: 'paid-document', tenant, payment: id, uuid, amount, installment };
  });
  if (issuer_type !== 'issuing') return paid;
  const { series, folio_number: folio } = issue;
  const rfc = content.customer?.id === null ? ownRfcOf(receiverRfc(content.customer)) : undefined;
  return [
    ...paid,
    ...(folio > 0 ? [{ kind: 'folio', tenant, series: series ?? '', folio, issue: id } as const] : []),
    ...(rfc === undefined ? [] : [{ kind: 'past-receiver', tenant, invoice: id, tax_id: rfc } as const]),
  ];
}
