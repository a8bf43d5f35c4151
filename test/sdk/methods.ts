import { createHmac } from 'node:crypto';
import { expect } from '@jest/globals';
import { stored, universidad, xochilt } from '../support/bodies.js';
import { files, issuing, zips } from './invoices.js';
import { organizations } from './organizations.js';
import { receipts } from './receipts.js';
import { retentions } from './retentions.js';
import { as, finds, hasKeys, isOk, type Step } from './step.js';

const customers: readonly Step[] = [
  {
    method: 'customers.create',
    operation: 'POST /v2/customers',
    call: as('customer', ({ customers }) => customers.create(universidad)),
    check: (answer) => expect(answer).toMatchObject({ tax_id: universidad.tax_id, livemode: false }),
  },
  {
    method: 'customers.list',
    operation: 'GET /v2/customers',
    call: ({ customers }) => customers.list({ q: 'robotica', limit: 5 }),
    check: finds('customer'),
  },
  {
    method: 'customers.retrieve',
    operation: 'GET /v2/customers/{customer_id}',
    call: ({ customers }, { customer }) => customers.retrieve(customer.id),
    check: (answer, { customer }) => expect(answer).toEqual(customer),
  },
  {
    method: 'customers.update',
    operation: 'PUT /v2/customers/{customer_id}',
    call: ({ customers }, { customer }) => customers.update(customer.id, { phone: '5512345678' }),
    check: (answer) => expect(answer.phone).toBe('5512345678'),
  },
  {
    method: 'customers.validateTaxInfo',
    operation: 'GET /v2/customers/{customer_id}/tax-info-validation',
    call: ({ customers }, { customer }) => customers.validateTaxInfo(customer.id),
    check: (answer) => expect(answer).toEqual({ is_valid: true, errors: [] }),
  },
  {
    method: 'customers.sendEditLinkByEmail',
    operation: 'POST /v2/customers/{customer_id}/email-edit-link',
    call: async ({ customers }, { customer }) => {
      await customers.update(customer.id, {}, { createEditLink: true });
      return customers.sendEditLinkByEmail(customer.id, { email: 'a@example.com' });
    },
    check: isOk,
  },
  {
    method: 'customers.del',
    operation: 'DELETE /v2/customers/{customer_id}',
    call: async ({ customers }) => customers.del((await customers.create(xochilt)).id),
    check: (answer) => expect(answer.tax_id).toBe(xochilt.tax_id),
  },
];

const products: readonly Step[] = [
  {
    method: 'products.create',
    operation: 'POST /v2/products',
    call: as('product', ({ products }) =>
      products.create({
        description: 'Guitarra',
        product_key: '60131303',
        price: 1160,
        sku: 'G-1',
        taxes: [{ type: 'IVA', rate: 0.16 }],
      }),
    ),
    check: (answer) => expect(answer).toMatchObject({ price: 1160, unit_key: 'H87' }),
  },
  {
    method: 'products.list',
    operation: 'GET /v2/products',
    call: ({ products }) => products.list({ q: 'guitarra' }),
    check: finds('product'),
  },
  {
    method: 'products.retrieve',
    operation: 'GET /v2/products/{product_id}',
    call: ({ products }, { product }) => products.retrieve(product.id),
    check: (answer, { product }) => expect(answer).toEqual(stored(product)),
  },
  {
    method: 'products.update',
    operation: 'PUT /v2/products/{product_id}',
    call: ({ products }, { product }) => products.update(product.id, { price: 580.5 }),
    check: (answer) => expect(answer).toMatchObject({ price: 580.5, sku: 'G-1' }),
  },
  {
    method: 'products.del',
    operation: 'DELETE /v2/products/{product_id}',
    call: async ({ products }, { product }) => {
      const { description, product_key, price } = product;
      return products.del((await products.create({ description, product_key, price })).id);
    },
    check: (answer, { product }) => expect(answer).toMatchObject({ description: product.description }),
  },
  {
    method: 'products.keys',
    operation: 'GET /v2/catalogs/products',
    call: ({ products }) => products.keys('ukelele'),
    check: hasKeys,
  },
  {
    method: 'products.units',
    operation: 'GET /v2/catalogs/units',
    call: ({ products }) => products.units('pieza'),
    check: hasKeys,
  },
  {
    method: 'catalogs.searchProducts',
    operation: 'GET /v2/catalogs/products',
    call: ({ catalogs }) => catalogs.searchProducts({ q: 'ukelele', page: 1, limit: 5 }),
    check: hasKeys,
  },
  {
    method: 'catalogs.searchUnits',
    operation: 'GET /v2/catalogs/units',
    call: ({ catalogs }) => catalogs.searchUnits({ q: 'pieza' }),
    check: hasKeys,
  },
];

const TOLD = { id: 'e'.repeat(24), type: 'invoice.status_updated', data: { object: { total: 345.6 } } };
const signatureOf = (secret: string) =>
  createHmac('sha256', secret).update(JSON.stringify(TOLD)).digest('hex');

const webhooks: readonly Step[] = [
  {
    method: 'webhooks.create',
    operation: 'POST /v2/webhooks',
    call: as('webhook', ({ webhooks: hooks }) =>
      hooks.create({ url: 'https://example.com/sdk', enabled_events: ['invoice.status_updated'] }),
    ),
    check: (answer) =>
      expect(answer).toMatchObject({ status: 'enabled', secret: expect.stringMatching(/^whsec_/) }),
  },
  {
    method: 'webhooks.list',
    operation: 'GET /v2/webhooks',
    call: ({ webhooks: hooks }) => hooks.list({ limit: 5 }),
    check: finds('webhook'),
  },
  {
    method: 'webhooks.retrieve',
    operation: 'GET /v2/webhooks/{webhook_id}',
    call: ({ webhooks: hooks }, { webhook }) => hooks.retrieve(webhook.id),
    check: (answer, { webhook: { secret: _, ...webhook } }) => expect(answer).toMatchObject(webhook),
  },
  {
    method: 'webhooks.update',
    operation: 'PUT /v2/webhooks/{webhook_id}',
    call: ({ webhooks: hooks }, { webhook }) =>
      hooks.update(webhook.id, { enabled_events: ['*'], status: 'disabled' }),
    check: (answer) => expect(answer).toMatchObject({ enabled_events: ['*'], status: 'disabled' }),
  },
  {
    method: 'webhooks.validateSignature',
    operation: null,
    call: async ({ webhooks: hooks }, { webhook: { secret } }) =>
      hooks.validateSignature({ secret, payload: TOLD, signature: signatureOf(secret as string) }),
    check: (answer) => expect(answer).toEqual(TOLD),
  },
  {
    method: 'webhooks.del',
    operation: 'DELETE /v2/webhooks/{webhook_id}',
    call: ({ webhooks: hooks }, { webhook }) => hooks.del(webhook.id),
    check: (answer, { webhook }) => expect(answer.id).toBe(webhook.id),
  },
];

/** Every method of every version, in an order in which each finds what it needs. */
export const steps: readonly Step[] = [
  ...[...organizations, ...customers, ...products],
  ...[...issuing, ...files, ...zips],
  ...receipts,
  ...retentions,
  ...webhooks,
];
