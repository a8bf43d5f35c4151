/** Codes of these groups that no request is answered with in this version, and why. */
export const unreached: Readonly<Record<string, string>> = {
  cancellation_request_answer_failed:
    'said by a SAT or a PAC that refuses an answer: apps/cancellation/src/petition/answering.spec.ts',
  conflict:
    'two writers that stay in each other’s way for many tries, each resource has a code of its own; and an organization with Live documents (organizations/deletion.story.ts), which no PAC stamps yet',
  document_lost: 'a document whose content is lost (eventstoredb/older-database.e2e.spec.ts)',
  internal_error: 'a bug: none is known (http/app.spec.ts throws one on purpose)',
  request_timeout: 'a body that takes longer than the server waits, tried in http/app.spec.ts',
  service_unavailable: 'an overloaded or stopping process, tried in http and notifications',

  subscription_required: 'self-hosted: no subscriptions',
  mcp_permission_denied: 'no MCP connections yet',
  mcp_connection_read_only: 'no MCP connections yet',

  invalid_timezone: 'time zones follow from postal codes',

  certificate_previous_rfc_mismatch:
    'once a Live document was stamped, which no PAC does yet: tried in organizations/live-certificates.story.ts',
  subscription_active_required: 'self-hosted: no subscriptions',
  invalid_operation: 'an unknown operation is an invalid_value of the field that names it',
  invalid_user_id: 'people of an organization are found by their access: user_access_not_found',

  receipt_expired:
    'the API invoices receipts that have expired; only the portal refuses them (its own stories)',
  customer_could_not_be_resolved:
    'a text that is no id is invalid_format before; left for a customer deleted at the same moment',
  invoice_stamping_failed: 'said 71 hours after the request, to nobody who waits: the invoice is `failed`',
  invoice_stamping_service_unavailable: 'an outage is answered 202: the invoice is followed up',
  invoice_import_encrypted:
    'of a file inside of a ZIP, in its `results`: apps/reception/src/import/zip.spec.ts',
  invoice_import_stamp_not_verifiable:
    'the certificate of a PAC that can’t be had for now: imports/trust.story.ts, which has no way outside',
  manifesto_link_unavailable:
    'after a manifesto was signed by it, which no PAC takes here: live/manifest-page.story.ts',
  manifesto_signature_failed: 'said by a PAC that refuses: live/manifests.story.ts',
  pac_account_changed:
    'said of a document in doubt that is listed, as its `reason`: GET /stamping/doubts (live/own-pacs.story.ts)',
};
