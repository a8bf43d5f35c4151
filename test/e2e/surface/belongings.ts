import { invoice, retention, sale, ukelele } from '../../support/bodies.js';
import type { TestApp, TestOrganization } from '../../support/app.js';

const HOOK = { url: 'https://example.com/webhooks', enabled_events: ['*'], description: 'ERP' };

/** What is somebody's, by its identifiers. */
export interface Belongings {
  readonly user: string;
  readonly organization: TestOrganization;
  readonly customer: string;
  readonly product: string;
  readonly supplier: string;
  readonly invoice: string;
  readonly draft: string;
  readonly canceled: string;
  readonly webhook: string;
  readonly receipt: string;
  readonly retention: string;
}

/** A user with an organization that has one of everything. */
export async function settle(app: TestApp, customer: object): Promise<Belongings> {
  const user = await app.newUser();
  const organization = await app.newOrganization(user);
  const with_ = { key: organization.key };
  const made = await app.post('/invoices', invoice({ customer, external_id: 'shared' }), with_);
  const canceled = await app.post('/invoices', invoice({ customer }), with_);
  await app.del(`/invoices/${canceled.id}?motive=02`, with_);
  const draft = await app.post('/invoices', { ...invoice({ customer }), status: 'draft' }, with_);
  const product = await app.post('/products', ukelele, with_);
  const supplier = await app.post('/suppliers', customer, with_);
  const receipt = await app.post('/receipts', sale({ customer, external_id: 'shared' }), with_);
  const withheld = await app.post('/retentions', retention({ customer, external_id: 'shared' }), with_);
  const webhook = await app.post('/webhooks', HOOK, with_);
  return {
    user,
    organization,
    customer: made.customer.id,
    product: product.id,
    supplier: supplier.id,
    invoice: made.id,
    draft: draft.id,
    canceled: canceled.id,
    webhook: webhook.id,
    receipt: receipt.id,
    retention: withheld.id,
  };
}
