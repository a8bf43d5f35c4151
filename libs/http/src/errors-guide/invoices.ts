/** What to do about codes: Invoices, stamps and payments. One sentence or two, as Markdown. */
export const invoices = {
  invoice_already_stamped: 'Nothing is to be done: it has its stamp. To change it, replace and cancel it.',
  invoice_not_draft:
    'Only drafts can be edited. Copy the invoice (`POST /invoices/{id}/copy`), or replace it.',
  invoice_not_found: 'Check the id and the environment: Test and Live are separate.',
  invoice_not_stamped: 'Stamp it first, or wait until `status` is `valid`.',
  zip_request_no_invoices: 'Change the filters: no invoice fits them.',
  zip_request_not_found: 'Make another ZIP request: they end after some days.',
  zip_request_not_ready: 'Wait until its `status` is `finished`.',
  draft_not_ready_to_stamp: 'Complete the fields in `errors[]`.',
  draft_update_in_progress: 'Repeat the request.',
  invoice_email_delivery_failed: 'Check the address; the mail server refused it. The answer has its reason.',
  invoice_email_recipient_required: 'Send an address in `email`, or store one with the customer.',
  invoice_email_status_not_allowed: 'Wait until the invoice is stamped.',
  invoice_import_file_required: 'Send one file named `file`: an XML, or a ZIP of them.',
  invoice_import_too_large: 'Split the file: the limit is in the answer.',
  invoice_import_zip_invalid:
    'Make the ZIP again with an ordinary program, and check that it was sent whole.',
  invoice_import_encrypted: 'Make the ZIP without a password.',
  invoice_import_not_xml: 'Leave it out: only XML of CFDIs is imported, from one level of ZIP.',
  invoice_import_unreadable: 'Get the original XML from its issuer: this one is damaged, or not in UTF-8.',
  invoice_import_not_cfdi: 'Leave it out: it is another kind of XML.',
  invoice_import_version_not_supported: 'Keep it elsewhere: documents before CFDI 4.0 are not imported.',
  invoice_import_retention: 'Keep it elsewhere: CFDIs of retentions are not imported.',
  invoice_import_not_stamped: 'Ask the issuer for the XML with the stamp.',
  invoice_import_stamped_twice: 'Ask the issuer for the right XML.',
  invoice_import_structure_invalid:
    'Ask the issuer for the original XML: this one was changed, or was never stamped.',
  invoice_import_seal_invalid:
    'Ask the issuer for the original XML: this one was changed. Do not pay on it before.',
  invoice_import_certificate_not_trusted:
    'Ask the issuer, and check the UUID at the SAT: the SAT did not issue this certificate. In Live, documents of Test are refused.',
  invoice_import_stamp_invalid: 'Ask the issuer, and check the UUID at the SAT.',
  invoice_import_stamp_not_verifiable: 'Send it again later.',
  invoice_import_other_taxpayer: 'Import it into the organization that issued or received it.',
  invoice_import_duplicate:
    'Nothing: the document is there. `resource_id` is the id of its invoice; of a file in a ZIP, `id`.',
  stamping_in_progress: 'Wait: read the invoice until `status` is no longer `pending`, or use the webhook.',
  invoice_stamping_failed:
    'Correct what the history of the invoice says (`GET /invoices/{id}/history`) and issue it again: it has no stamp.',
  invoice_stamping_service_unavailable:
    'Repeat the request after `Retry-After` with the same Idempotency-Key. Nothing was issued.',
  invoice_stamping_validation_error:
    'Correct what `errors[]` says: it has the SAT’s or the PAC’s own code. Nothing was stamped.',
  manifesto_signature_failed: 'Correct what `errors[]` says: the PAC refused the signature.',
  manifesto_link_not_found: 'Check the link, or make another one.',
  manifesto_link_unavailable: 'Make another link.',
  manifesto_not_available: 'Do what the answer says first; or sign it at the PAC’s own page and declare it.',
  pac_account_changed: 'Set the PAC’s credentials of before again, or wait until the SAT’s metadata tells.',
  pac_not_available:
    'Put the PAC into the organization’s order, with its credentials and its signed manifest.',
  stamping_doubt_not_found: 'Nothing is to be done: the document is not in doubt (any more).',
  stamping_risk_not_accepted: 'Read the risk in the answer. To take it, send `accept_risk: true`.',
  download_not_found: 'Check the id, and that the key is of the same organization.',
  amount_exceeds_related_document_balance: 'Pay `balance` at most: see `GET /invoices/{id}/payment-summary`.',
  exchange_rate_too_large:
    'Turn the rate round: it says how much of the document’s currency one unit of the payment’s is worth.',
  exchange_rate_too_small:
    'Turn the rate round: it says how much of the document’s currency one unit of the payment’s is worth.',
} as const;
