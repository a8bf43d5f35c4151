/** Where the commands of a line leave their events: in the streams of their key. The compiler checks it in command-lines.ts. */
export const STREAM_OWNERS = {
  organizations: ['organization-', 'user-'],
  customers: ['customer-', 'supplier-'],
  products: ['product-'],
  invoicing: ['invoice-', 'retention-'],
  stamping: ['stamping-'],
  cancellation: ['cancellation-', 'petition-', 'petitions-'],
  notifications: ['mail-', 'archive-'],
  webhooks: ['webhooks-'],
  receipts: ['receipt-', 'claim-', 'globals-', 'import-'],
  reception: ['download-', 'inbound-mail-'],
} as const;

/** A line whose service owns streams. */
export type OwningLine = keyof typeof STREAM_OWNERS;
