import type { CustomerDoc, CustomerSnapshot } from '#contracts';

/** What an invoice takes over of a customer. */
export const snapshotOf = (doc: CustomerDoc): CustomerSnapshot => ({
  id: doc.id,
  // Unknown of one that is still to give its data by a link: the rules of what is stamped refuse it.
  legal_name: doc.legal_name ?? '',
  tax_id: doc.tax_id,
  tax_system: doc.tax_system,
  email: doc.email,
  address: doc.address,
});
