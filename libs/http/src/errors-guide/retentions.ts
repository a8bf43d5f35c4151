/** What to do about codes: Retentions. One sentence or two, as Markdown. */
export const retentions = {
  invalid_retention_complement: 'Correct the complement, or add the one that the key needs.',
  retention_not_found: 'Check the id and the environment.',
  retention_not_draft: 'Only drafts can be edited. Copy it, or cancel it and issue another one.',
  retention_not_stamped: 'Stamp it first.',
  retention_not_cancelable: 'It is canceled already, or the SAT says why not in `errors[]`.',
  retention_email_delivery_failed: 'Check the address; the mail server refused it.',
  retention_email_recipient_required: 'Send an address in `email`, or store one with the customer.',
  retention_email_status_not_allowed: 'Wait until the retention is stamped.',
  retention_cancellation_failed: 'Correct what `errors[]` says and cancel again: it is still valid.',
  retention_cancellation_service_unavailable: 'Cancel again later: it is still valid.',
  retention_stamping_failed: 'Issue it again: it has no stamp.',
  retention_stamping_service_unavailable: 'Ask again later: nobody knows yet whether it is stamped.',
  retention_stamping_validation_error: 'Correct what `errors[]` says. Nothing was stamped.',
} as const;
