/** Says of an invoice that it is made of receipts, or gives back something of one: its service hears of its outcome. */
export type ReceiptsMark =
  { readonly kind: 'customer' | 'global' } | { readonly kind: 'refund'; readonly receipt: string };
