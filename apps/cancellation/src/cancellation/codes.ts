import type { ErrorCode } from '#kernel';
import type { FiscalDocument } from '#contracts';

/** The root codes of cancellations, as invoices have them, and what a retention has in their place. */
const OF_RETENTIONS: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  invoice_not_cancelable_by_sat: 'retention_not_cancelable',
  substitution_invoice_status_not_allowed: 'retention_not_cancelable',
  invoice_cancellation_not_found: 'retention_cancellation_failed',
  invoice_cancellation_rfc_mismatch: 'retention_cancellation_failed',
  invoice_cancellation_failed: 'retention_cancellation_failed',
  invoice_cancellation_service_unavailable: 'retention_cancellation_service_unavailable',
};

/** A root code in the words of the document's kind. Codes of other groups are the same for both. */
export const codeFor = ({ kind }: Pick<FiscalDocument, 'kind'>, code: ErrorCode): ErrorCode =>
  (kind === 'retention' ? OF_RETENTIONS[code] : undefined) ?? code;
