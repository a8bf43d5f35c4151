import type * as imported from './imported-types.js';
import type * as invoice from './invoice-types.js';
import type * as receipt from './receipt-types.js';
import type * as retention from './retention-types.js';
import type * as petition from './petition-types.js';
import type * as record from './record-types.js';

/**
 * Every public event by its name and version, and its data. A version only ever grows; what would break readers
 * becomes the next version, published beside this one for a while.
 */
export interface PublicEvents {
  readonly 'invoice.drafted.v1': invoice.InvoiceDraftedV1;
  readonly 'invoice.edited.v1': invoice.InvoiceEditedV1;
  readonly 'invoice.deleted.v1': invoice.InvoiceDeletedV1;
  readonly 'invoice.issued.v1': invoice.InvoiceIssuedV1;
  readonly 'invoice.stamped.v1': invoice.InvoiceStampedV1;
  readonly 'invoice.stamping_refused.v1': invoice.InvoiceStampingRefusedV1;
  readonly 'invoice.stamping_delayed.v1': invoice.InvoiceStampingDelayedV1;
  readonly 'invoice.stamping_failed.v1': invoice.InvoiceStampingFailedV1;
  readonly 'invoice.payment_received.v1': invoice.InvoicePaymentReceivedV1;
  readonly 'invoice.payment_reverted.v1': invoice.InvoicePaymentRevertedV1;
  readonly 'invoice.cancellation_requested.v1': invoice.InvoiceCancellationRequestedV1;
  readonly 'invoice.cancellation_updated.v1': invoice.InvoiceCancellationUpdatedV1;
  readonly 'invoice.cancellation_refused.v1': invoice.InvoiceCancellationRefusedV1;
  readonly 'invoice.canceled.v1': invoice.InvoiceCanceledV1;
  readonly 'invoice.imported.v1': imported.InvoiceImportedV1;
  readonly 'invoice.sat_status_recorded.v1': imported.InvoiceSatStatusRecordedV1;
  readonly 'invoice.surplus_stamp_found.v1': imported.InvoiceSurplusStampFoundV1;
  readonly 'invoice.surplus_stamp_settled.v1': imported.InvoiceSurplusStampSettledV1;

  readonly 'retention.drafted.v1': retention.RetentionDraftedV1;
  readonly 'retention.edited.v1': retention.RetentionEditedV1;
  readonly 'retention.deleted.v1': retention.RetentionDeletedV1;
  readonly 'retention.issued.v1': retention.RetentionIssuedV1;
  readonly 'retention.stamped.v1': retention.RetentionStampedV1;
  readonly 'retention.stamping_refused.v1': retention.RetentionStampingRefusedV1;
  readonly 'retention.stamping_delayed.v1': retention.RetentionStampingDelayedV1;
  readonly 'retention.stamping_failed.v1': retention.RetentionStampingFailedV1;
  readonly 'retention.cancellation_requested.v1': retention.RetentionCancellationRequestedV1;
  readonly 'retention.cancellation_updated.v1': retention.RetentionCancellationUpdatedV1;
  readonly 'retention.cancellation_refused.v1': retention.RetentionCancellationRefusedV1;
  readonly 'retention.canceled.v1': retention.RetentionCanceledV1;
  readonly 'retention.surplus_stamp_found.v1': imported.RetentionSurplusStampFoundV1;
  readonly 'retention.surplus_stamp_settled.v1': imported.RetentionSurplusStampSettledV1;

  readonly 'receipt.issued.v1': receipt.ReceiptIssuedV1;
  readonly 'receipt.customer_assigned.v1': receipt.ReceiptCustomerAssignedV1;
  readonly 'receipt.reduced.v1': receipt.ReceiptReducedV1;
  readonly 'receipt.canceled.v1': receipt.ReceiptCanceledV1;
  readonly 'receipt.invoiced.v1': receipt.ReceiptInvoicedV1;
  readonly 'receipt.reopened.v1': receipt.ReceiptReopenedV1;
  readonly 'receipt.handed_over.v1': receipt.ReceiptHandedOverV1;
  readonly 'receipt.cancellation_updated.v1': receipt.ReceiptCancellationUpdatedV1;
  readonly 'receipt.refund_requested.v1': receipt.ReceiptRefundRequestedV1;
  readonly 'receipt.refunded.v1': receipt.ReceiptRefundedV1;
  readonly 'receipt.refund_undone.v1': receipt.ReceiptRefundUndoneV1;

  readonly 'customer.created.v1': record.CustomerCreatedV1;
  readonly 'customer.edited.v1': record.CustomerEditedV1;
  readonly 'customer.deleted.v1': record.CustomerDeletedV1;
  readonly 'customer.edit_link_created.v1': record.CustomerEditLinkCreatedV1;
  readonly 'customer.edit_link_completed.v1': record.CustomerEditLinkCompletedV1;

  readonly 'product.created.v1': record.ProductCreatedV1;
  readonly 'product.edited.v1': record.ProductEditedV1;
  readonly 'product.deleted.v1': record.ProductDeletedV1;

  readonly 'supplier.created.v1': record.SupplierCreatedV1;
  readonly 'supplier.edited.v1': record.SupplierEditedV1;
  readonly 'supplier.deleted.v1': record.SupplierDeletedV1;

  readonly 'organization.created.v1': record.OrganizationCreatedV1;
  readonly 'organization.legal_set.v1': record.OrganizationLegalSetV1;
  readonly 'organization.test_key_renewed.v1': record.OrganizationTestKeyRenewedV1;
  readonly 'organization.live_key_added.v1': record.OrganizationLiveKeyAddedV1;
  readonly 'organization.live_key_ended.v1': record.OrganizationLiveKeyEndedV1;
  readonly 'organization.keys_revoked.v1': record.OrganizationKeysRevokedV1;
  readonly 'organization.deleted.v1': record.OrganizationDeletedV1;
  readonly 'organization.restored.v1': record.OrganizationRestoredV1;
  readonly 'organization.deletion_postponed.v1': record.OrganizationDeletionPostponedV1;
  readonly 'organization.destroyed.v1': record.OrganizationDestroyedV1;
  readonly 'organization.onboarding_link_created.v1': record.OrganizationOnboardingLinkCreatedV1;
  readonly 'organization.onboarding_link_completed.v1': record.OrganizationOnboardingLinkCompletedV1;
  readonly 'organization.certificate_set.v1': record.OrganizationCertificateSetV1;
  readonly 'organization.certificate_removed.v1': record.OrganizationCertificateRemovedV1;
  readonly 'organization.fiel_set.v1': record.OrganizationFielSetV1;
  readonly 'organization.fiel_removed.v1': record.OrganizationFielRemovedV1;
  readonly 'organization.certificate_expiring.v1': record.OrganizationCertificateExpiringV1;

  readonly 'mail.requested.v1': record.MailRequestedV1;
  readonly 'mail.sent.v1': record.MailSentV1;
  readonly 'mail.failed.v1': record.MailFailedV1;

  readonly 'zip_request.created.v1': record.ZipRequestCreatedV1;
  readonly 'zip_request.finished.v1': record.ZipRequestFinishedV1;
  readonly 'zip_request.failed.v1': record.ZipRequestFailedV1;
  readonly 'zip_request.expired.v1': record.ZipRequestExpiredV1;

  readonly 'cancellation_request.received.v1': petition.CancellationRequestReceivedV1;
  readonly 'cancellation_request.answered.v1': petition.CancellationRequestAnsweredV1;
  readonly 'cancellation_request.closed.v1': petition.CancellationRequestClosedV1;
}

/** Such as `invoice.stamped.v1`. */
export type PublicEventName = keyof PublicEvents;
