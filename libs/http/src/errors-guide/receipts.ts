/** What to do about codes: Receipts. One sentence or two, as Markdown. */
export const receipts = {
  receipt_expired: 'Ask the shop: it can still invoice the receipt by the API.',
  receipt_not_found:
    'Check the id and the environment. For a global invoice: no open receipt is in the period.',
  receipt_not_open: 'Nothing is to be done: it is invoiced or canceled. `invoice` says by which document.',
  receipt_invoicing_address_mismatch: 'Invoice the receipts of each place of issue separately.',
  receipt_invoicing_customer_mismatch: 'Send `customer`, or choose receipts of one customer.',
  receipt_invoicing_too_many_items: 'Make several invoices of at most 5,000 items.',
  receipt_keys_not_found: 'Correct the keys that `errors[]` names (`keys.N`).',
  receipt_import_not_found: 'Check the id.',
  receipt_import_in_progress: 'Wait until its `status` is `finished`.',
  receipt_import_unreadable: 'Correct the file: UTF-8, with a heading of known columns.',
  receipt_import_too_large: 'Split the file.',
  global_invoice_too_many_items: 'Send `limit_to_max_receipts` and repeat until nothing is left.',
  invalid_global_invoice_period: 'Choose `from` and `to` within one period.',
} as const;
