/** The event types of the public contract: what `*` stands for. */
export const CONTRACT_EVENT_TYPES: readonly string[] = [
  'invoice.global_invoice_created',
  'invoice.status_updated',
  'invoice.cancellation_status_updated',
  'invoice.created_from_dashboard',
  'receipt.self_invoice_complete',
  'receipt.status_updated',
  'receipt.cancellation_status_updated',
  'customer.edit_link_completed',
];

/** All event types that an endpoint may ask for, besides `*`. */
export const WEBHOOK_EVENT_TYPES: readonly string[] = [
  ...CONTRACT_EVENT_TYPES,
  'invoice.created',
  'invoice.edited',
  'invoice.deleted',
  'invoice.stamped',
  'invoice.stamping_refused',
  'invoice.stamping_delayed',
  'invoice.stamping_failed',
  'invoice.payment_received',
  'invoice.payment_reverted',
  'invoice.cancellation_requested',
  'invoice.cancellation_updated',
  'invoice.cancellation_refused',
  'invoice.canceled',
  'retention.created',
  'retention.edited',
  'retention.deleted',
  'retention.stamped',
  'retention.stamping_refused',
  'retention.stamping_delayed',
  'retention.stamping_failed',
  'retention.status_updated',
  'retention.cancellation_requested',
  'retention.cancellation_updated',
  'retention.cancellation_refused',
  'retention.canceled',
  'retention.cancellation_status_updated',
  'receipt.created',
  'receipt.customer_assigned',
  'receipt.refund_requested',
  'receipt.refunded',
  'receipt.refund_undone',
  'global_period.upcoming',
  'global_period.invoice_failed',
  'global_period.closed',
  'customer.created',
  'customer.edited',
  'customer.deleted',
  'product.created',
  'product.edited',
  'product.deleted',
  'zip_request.finished',
  'zip_request.failed',
  'cancellation_request.received',
  'cancellation_request.answered',
];

/** Sent by a ping, to the endpoint that is pinged: no endpoint asks for it. */
export const PING_EVENT_TYPE = 'webhook.ping';

/** Asks for all of {@link CONTRACT_EVENT_TYPES}. */
export const ANY_EVENT = '*';
