/** What to do about codes: Cancellations. One sentence or two, as Markdown. */
export const cancellations = {
  invoice_cancellation_in_progress: 'Wait for the outcome: `PUT /invoices/{id}/status`, or the webhook.',
  invoice_cancellation_receipt_external:
    'Get the receipt from the SAT or from who canceled it: it was not canceled here.',
  invoice_cancellation_receipt_unavailable:
    'Wait until the invoice is canceled; the SAT may not have handed it out yet.',
  invoice_cancellation_failed:
    'Correct what `errors[]` says (the SAT’s own code) and cancel again: the invoice is still valid.',
  invoice_cancellation_not_allowed: 'Cancel only invoices that are valid and that your organization issued.',
  invoice_cancellation_not_found:
    'The SAT did not find the document within three days of its stamp. Check the UUID at the SAT and cancel again.',
  invoice_cancellation_rfc_mismatch: 'Upload the CSD of the RFC that issued the invoice.',
  invoice_cancellation_service_unavailable: 'Cancel again later: the invoice is still valid.',
  invoice_not_cancelable: 'Nothing is to be done: it is canceled, or its cancellation is under way.',
  invoice_not_cancelable_by_sat:
    'Cancel first the documents that `errors[]` names (`related_document`), such as payments and credit notes.',
  substitution_invoice_canceled: 'Name a substitute that is valid.',
  substitution_invoice_not_found: 'Check the id or UUID in `substitution`.',
  substitution_invoice_required: 'Send `substitution` with motive 01, or use 02.',
  substitution_invoice_status_not_allowed: 'Stamp the substitute first, related to this invoice with 04.',
  cancellation_request_not_found: 'Read the list with `GET /cancellation-requests`.',
  cancellation_request_already_answered: 'Nothing is to be done: an answer counts, or is on its way.',
  cancellation_request_answer_failed: 'Correct what `errors[]` says and answer again.',
  cancellation_request_service_unavailable: 'Answer again later, before the three business days end.',
} as const;
