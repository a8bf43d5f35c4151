/** The fields that every answer has: the specification's, and those that clients know besides (contract 6.4). */
export const FIELDS = [
  ...['id', 'created_at', 'livemode', 'organization', 'issuer_type', 'cfdi_version', 'issuer_info'],
  ...['status', 'cancellation_status', 'cancellation', 'canceled_at', 'verification_url'],
  ...['verification_carta_porte', 'date', 'address', 'type', 'customer', 'total', 'subtotal', 'discount'],
  ...['taxes', 'uuid', 'folio_number', 'series', 'external_id', 'idempotency_key', 'payment_form'],
  ...['payment_method', 'use', 'export', 'conditions', 'global', 'total_payment_amount'],
  ...['total_payment_amount_converted', 'amount_due', 'payment_status', 'is_ready_to_stamp', 'items'],
  ...['related_documents', 'received_payment_ids', 'target_invoice_ids', 'currency', 'exchange'],
  ...['complements', 'pdf_custom_section', 'pdf_options', 'addenda', 'namespaces', 'third_party', 'stamp'],
].sort();
