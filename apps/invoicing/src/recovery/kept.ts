import { ignoreUnknown, type StreamEvent, type Tenant } from '#kernel';
import { lastInstallmentOf, paidElsewhereOf, paidInvoicesOf, paymentsOf } from '#billing';
import type { ImportedInvoice, InvoiceContent, InvoiceEvent, RetentionEvent } from '#contracts';
import type { KeptKey } from '#eventing';
import type { AdoptedPayment } from '../invoice/balance-claims.js';
import type { TakenFolio } from '../invoice/folios.js';
import { numberOf, paidBy, receiverOf } from '../invoice/imported.js';
import type { PaidByUuid } from '../invoice/paid-documents.js';
import type { PastReceiver } from '../invoice/past-receivers.js';

/** What an event says that the service's tables have, too: see restore.ts. */
export type Kept = { readonly tenant: Tenant } & (
  | ({ readonly kind: 'invoice-key' | 'retention-key' } & KeptKey)
  /** `issue`, also below: the document and the number of its issue, in one text. */
  | ({ readonly kind: 'folio'; readonly issue: string } & TakenFolio)
  /** An issue that never was: its folio is free again, and what it has claimed. */
  | { readonly kind: 'never-issued'; readonly issue: string }
  | ({ readonly kind: 'paid-invoice'; readonly issue: string; readonly payment: string } & AdoptedPayment)
  | ({ readonly kind: 'paid-document' } & PaidByUuid)
  | ({ readonly kind: 'past-receiver' } & PastReceiver)
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
        ...paidOf(tenant, id, content, issueOf(id, number)),
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
const paidOf = (tenant: Tenant, payment: string, content: InvoiceContent, issue: string): readonly Kept[] => [
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

const keptOfImport = (tenant: Tenant, id: string, imported: ImportedInvoice): readonly Kept[] => [
  ...paidBy(tenant, imported).map((paid): Kept => ({ kind: 'paid-document', tenant, ...paid })),
  ...numberOf(imported).map((taken): Kept => ({ kind: 'folio', tenant, ...taken, issue: id })),
  ...receiverOf(tenant, imported).map((receiver): Kept => ({ kind: 'past-receiver', tenant, ...receiver })),
];
