/** What a told event shows. */
export type ToldResource =
  | 'invoice'
  | 'retention'
  | 'receipt'
  | 'global_period'
  | 'customer'
  | 'supplier'
  | 'product'
  | 'zip_request'
  | 'cancellation_request'
  | 'webhook';

interface ToldTypeFacts {
  readonly resource: ToldResource;
  /** One of the public contract's: `*` stands for these. */
  readonly contract: boolean;
  /** When it is told, for docs: the end of a sentence that begins with "An event". */
  readonly when: string;
}

const of = (resource: ToldResource, when: string): ToldTypeFacts => ({ resource, contract: false, when });
const ofContract = (resource: ToldResource, when: string): ToldTypeFacts => ({
  ...{ resource, contract: true, when },
});

/** Every type of told events. The contract's eight first; that of the dashboard is not made by anything yet. */
const types = {
  'invoice.global_invoice_created': ofContract(
    'invoice',
    'a global invoice of receipts was stamped; or another one that no request waited for',
  ),
  'invoice.status_updated': ofContract(
    'invoice',
    'a stamp that was pending when the API answered has its outcome: `valid`, `failed`, or a draft again',
  ),
  'invoice.cancellation_status_updated': ofContract(
    'invoice',
    'a cancellation that was `pending` or `verifying` when the API answered has its outcome',
  ),
  'invoice.created_from_dashboard': ofContract('invoice', 'an invoice was made in the dashboard'),
  'receipt.self_invoice_complete': ofContract('receipt', 'a customer invoiced their receipt in the portal'),
  'receipt.status_updated': ofContract(
    'receipt',
    'the status of a receipt changed: it was invoiced, canceled, opened again or has another invoice',
  ),
  'receipt.cancellation_status_updated': ofContract(
    'receipt',
    "the cancellation of the receipt's invoice has its outcome: `accepted`, `rejected` or `expired`",
  ),
  'customer.edit_link_completed': ofContract('customer', 'a customer saved their data by an edit link'),
  'invoice.created': of('invoice', 'an invoice was made, a draft or one to be stamped'),
  'invoice.edited': of('invoice', 'a draft was edited'),
  'invoice.deleted': of('invoice', 'a draft was deleted; it is shown as it was last'),
  'invoice.stamped': of('invoice', 'an invoice was stamped'),
  'invoice.stamping_refused': of(
    'invoice',
    'the provider or the tax authority refused an invoice; `related_resource_messages` says why',
  ),
  'invoice.stamping_delayed': of('invoice', 'nobody can say yet whether an invoice is stamped'),
  'invoice.stamping_failed': of(
    'invoice',
    'an invoice was never stamped, and is given up; `related_resource_messages` says why',
  ),
  'invoice.payment_received': of('invoice', 'a payment of this invoice was stamped'),
  'invoice.payment_reverted': of('invoice', 'a payment of this invoice was canceled'),
  'invoice.cancellation_requested': of('invoice', 'the cancellation of an invoice was asked for'),
  'invoice.cancellation_updated': of(
    'invoice',
    'the tax authority says how the cancellation is: `pending`, `verifying`, `rejected` or `expired`',
  ),
  'invoice.cancellation_refused': of(
    'invoice',
    'the tax authority does not take the request; `related_resource_messages` says why',
  ),
  'invoice.canceled': of('invoice', 'an invoice was canceled'),
  'invoice.received': of('invoice', 'a document that somebody issued to the organization was imported'),
  'invoice.imported': of('invoice', 'a document that the organization issued elsewhere was imported'),
  'invoice.canceled_by_supplier': of('invoice', 'the tax authority has a received document as canceled'),
  'invoice.efos_listed': of(
    'invoice',
    'the issuer of a received document, or its third party, is on the list of article 69-B: at its import, or since then',
  ),
  'invoice.surplus_stamp_found': of(
    'invoice',
    'another provider has stamped an invoice too: a second CFDI of the same sale; `related_resource_messages` names it',
  ),
  'invoice.surplus_stamp_settled': of(
    'invoice',
    'what became of that second CFDI is known; `related_resource_messages` says it',
  ),
  'retention.created': of('retention', 'a retention was made, a draft or one to be stamped'),
  'retention.edited': of('retention', 'a draft of a retention was edited'),
  'retention.deleted': of('retention', 'a draft of a retention was deleted; it is shown as it was last'),
  'retention.stamped': of('retention', 'a retention was stamped'),
  'retention.stamping_refused': of(
    'retention',
    'the provider or the tax authority refused a retention; `related_resource_messages` says why',
  ),
  'retention.stamping_delayed': of('retention', 'nobody can say yet whether a retention is stamped'),
  'retention.stamping_failed': of(
    'retention',
    'a retention was never stamped, and is given up; `related_resource_messages` says why',
  ),
  'retention.status_updated': of(
    'retention',
    'a stamp of a retention that was pending when the API answered has its outcome',
  ),
  'retention.cancellation_requested': of('retention', 'the cancellation of a retention was asked for'),
  'retention.cancellation_updated': of(
    'retention',
    'the tax authority says how the cancellation of a retention is',
  ),
  'retention.cancellation_refused': of(
    'retention',
    'the tax authority does not take the request to cancel a retention; `related_resource_messages` says why',
  ),
  'retention.canceled': of('retention', 'a retention was canceled'),
  'retention.cancellation_status_updated': of(
    'retention',
    'a cancellation of a retention that was open when the API answered has its outcome',
  ),
  'retention.surplus_stamp_found': of(
    'retention',
    'another provider has stamped a retention too; `related_resource_messages` names the second one',
  ),
  'retention.surplus_stamp_settled': of(
    'retention',
    'what became of the second one is known; `related_resource_messages` says it',
  ),
  'receipt.created': of('receipt', 'a receipt was made'),
  'receipt.customer_assigned': of('receipt', 'somebody said whose receipt it is'),
  'receipt.refund_requested': of(
    'receipt',
    'a credit note against the invoice of a receipt was asked for, to give something back',
  ),
  'receipt.refunded': of(
    'receipt',
    'something of a receipt was given back: before it was invoiced, or by a stamped credit note',
  ),
  'receipt.refund_undone': of(
    'receipt',
    'the credit note of a refund was refused, failed or was canceled: nothing is given back',
  ),
  'global_period.upcoming': of(
    'global_period',
    'a period ends within a day: what is open then is invoiced globally (`receipts.auto_global_invoice`)',
  ),
  'global_period.invoice_failed': of(
    'global_period',
    'an automatic global invoice was not made: it is tried again, or not any more; `related_resource_messages` says why',
  ),
  'global_period.closed': of(
    'global_period',
    'a period is over and invoiced: its invoices, and how many receipts a global invoice cannot have',
  ),
  'customer.created': of('customer', 'a customer was made'),
  'customer.edited': of('customer', 'a customer changed, by the API or by an edit link'),
  'customer.deleted': of('customer', 'a customer was deleted; it is shown as it was last'),
  'supplier.created': of('supplier', 'a supplier was made, by hand or of a received document'),
  'supplier.edited': of('supplier', 'a supplier changed'),
  'supplier.deleted': of('supplier', 'a supplier was deleted; it is shown as it was last'),
  'product.created': of('product', 'a product was made'),
  'product.edited': of('product', 'a product changed'),
  'product.deleted': of('product', 'a product was deleted; it is shown as it was last'),
  'zip_request.finished': of('zip_request', 'the files of a ZIP request can be downloaded'),
  'zip_request.failed': of('zip_request', 'no document could be put into the ZIP'),
  'cancellation_request.received': of(
    'cancellation_request',
    'a supplier asks to cancel an invoice that the organization has received, and waits for its answer',
  ),
  'cancellation_request.answered': of(
    'cancellation_request',
    'the request of a supplier was accepted or rejected, by the organization or elsewhere, or nobody answered in time (`expired`: canceled)',
  ),
  'webhook.ping': of('webhook', 'somebody asked for a ping of this endpoint: no endpoint can enable it'),
} as const satisfies Record<string, ToldTypeFacts>;

/** Such as `invoice.stamped`. */
export type ToldType = keyof typeof types;

export const TOLD_TYPES: Readonly<Record<ToldType, ToldTypeFacts>> = types;

export const isToldType = (text: string): text is ToldType => Object.hasOwn(types, text);
