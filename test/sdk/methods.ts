import { expect } from '@jest/globals';
import { invoice, line, universidad, xochilt } from '../support/bodies.js';
import type { Json } from '../support/app.js';

/** What earlier steps have made with a client, by name. */
export type Made = Record<string, Json>;

/** One method of the SDK, doing what it is for. */
export interface Step {
  readonly method: string;
  /** The operation of the OpenAPI document that it must reach, whatever its parameters are called. */
  readonly operation: string;
  readonly call: (client: Json, made: Made) => Promise<unknown>;
  /** What must hold of its answer: an object, or the bytes of a file. */
  readonly check?: (answer: Json, made: Made) => void;
}

const ONE = '/v2/invoices/{invoice_id}';
const draft = { ...invoice(), status: 'draft' };
const uuids = [{ relationship: '04', uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' }];

const isPdf = (bytes: Buffer) => expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
const isZip = (bytes: Buffer) => expect(bytes.subarray(0, 2).toString()).toBe('PK');
const isXml = (bytes: Buffer) => expect(bytes.toString().trimStart().startsWith('<')).toBe(true);
const isOk = (answer: Json) => expect(answer).toEqual({ ok: true });
const isUrl = (type: string) => (answer: Json) => {
  expect(answer).toMatchObject({ content_type: type, filename: expect.any(String) });
  expect(Date.parse(answer.expires_at)).toBeGreaterThan(Date.now());
};
const finds = (name: string) => (answer: Json, made: Made) =>
  expect(answer.data.map(({ id }: Json) => id)).toContain(made[name].id);
const hasKeys = (answer: Json) =>
  expect(answer.data[0]).toMatchObject({ key: expect.any(String), description: expect.any(String) });

/** Remembers what a call gave under a name, for the steps after it. */
const as =
  (name: string, call: Step['call']): Step['call'] =>
  async (client, made) =>
    (made[name] = await call(client, made));

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
    check: (answer, { product }) => expect(answer).toEqual(product),
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
    call: ({ products }) => products.keys('guitarra'),
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
    call: ({ catalogs }) => catalogs.searchProducts({ q: 'guitarra', page: 1, limit: 5 }),
    check: hasKeys,
  },
  {
    method: 'catalogs.searchUnits',
    operation: 'GET /v2/catalogs/units',
    call: ({ catalogs }) => catalogs.searchUnits({ q: 'pieza' }),
    check: hasKeys,
  },
];

const issuing: readonly Step[] = [
  {
    method: 'invoices.create',
    operation: 'POST /v2/invoices',
    call: as('invoice', ({ invoices }, { customer, product }) =>
      invoices.create({
        customer: customer.id,
        items: [{ quantity: 2, product: product.id }],
        payment_form: '99',
        payment_method: 'PPD',
        use: 'G03',
      }),
    ),
    check: (answer) => expect(answer).toMatchObject({ status: 'valid', total: 1161, type: 'I' }),
  },
  {
    method: 'invoices.list',
    operation: 'GET /v2/invoices',
    call: ({ invoices }) => invoices.list({ page: 1, limit: 10, type: 'I' }),
    check: finds('invoice'),
  },
  {
    method: 'invoices.retrieve',
    operation: `GET ${ONE}`,
    call: ({ invoices }, { invoice: { id } }) => invoices.retrieve(id),
    check: (answer, made) => expect(answer).toEqual(made['invoice']),
  },
  {
    method: 'invoices.paymentSummary',
    operation: `GET ${ONE}/payment-summary`,
    call: ({ invoices }, { invoice: { id } }) => invoices.paymentSummary(id, { amount: 580.5 }),
    check: (answer, made) =>
      expect(answer).toMatchObject({ uuid: made['invoice'].uuid, installment: 1, last_balance: 1161 }),
  },
  {
    method: 'invoices.updateStatus',
    operation: `PUT ${ONE}/status`,
    call: ({ invoices }, { invoice: { id } }) => invoices.updateStatus(id),
    check: (answer) => expect(answer.status).toBe('valid'),
  },
  ...['updateDraft', 'editDraft'].map((name) => ({
    method: `invoices.${name}`,
    operation: `PUT ${ONE}`,
    call: as('draft', async ({ invoices }) => {
      const { id } = await invoices.create({ ...draft, customer: null });
      return invoices[name](id, { customer: xochilt, related_documents: uuids });
    }),
    check: (answer: Json) =>
      expect(answer).toMatchObject({ status: 'draft', is_ready_to_stamp: true, related_documents: uuids }),
  })),
  {
    method: 'invoices.stampDraft',
    operation: `POST ${ONE}/stamp`,
    call: ({ invoices }, made) => invoices.stampDraft(made['draft'].id),
    check: (answer) => expect(answer).toMatchObject({ status: 'valid', uuid: expect.any(String) }),
  },
  {
    method: 'invoices.copyToDraft',
    operation: `POST ${ONE}/copy`,
    call: ({ invoices }, { invoice: { id } }) => invoices.copyToDraft(id),
    check: (answer) => expect(answer).toMatchObject({ status: 'draft', uuid: null, total: 1161 }),
  },
  {
    method: 'invoices.cancel',
    operation: `DELETE ${ONE}`,
    call: as('canceled', async ({ invoices }, made) => {
      const { id } = await invoices.create(invoice());
      return invoices.cancel(id, { motive: '01', substitution: made['draft'].id });
    }),
    check: (answer) => expect(answer).toMatchObject({ status: 'canceled', cancellation_status: 'accepted' }),
  },
  {
    method: 'invoices.sendByEmail',
    operation: `POST ${ONE}/email`,
    call: ({ invoices }, { invoice: { id } }) => invoices.sendByEmail(id, { email: ['a@example.com'] }),
    check: isOk,
  },
];

const files: readonly Step[] = [
  ...(['Pdf', 'Xml', 'Zip'] as const).flatMap((format): Step[] => [
    {
      method: `invoices.download${format}`,
      operation: `GET ${ONE}/{format}`,
      call: ({ invoices }, { invoice: { id } }) => invoices[`download${format}`](id),
      check: { Pdf: isPdf, Xml: isXml, Zip: isZip }[format],
    },
    {
      method: `invoices.download${format}Url`,
      operation: `GET ${ONE}/download-url/{format}`,
      call: ({ invoices }, { invoice: { id } }) => invoices[`download${format}Url`](id),
      check: isUrl(`application/${format.toLowerCase()}`),
    },
  ]),
  ...(['Pdf', 'Xml'] as const).flatMap((format): Step[] => [
    {
      method: `invoices.downloadCancellationReceipt${format}`,
      operation: `GET ${ONE}/cancellation_receipt/{format}`,
      call: ({ invoices }, { canceled }) => invoices[`downloadCancellationReceipt${format}`](canceled.id),
      check: format === 'Pdf' ? isPdf : isXml,
    },
    {
      method: `invoices.downloadCancellationReceipt${format}Url`,
      operation: `GET ${ONE}/cancellation_receipt/download-url/{format}`,
      call: ({ invoices }, { canceled }) => invoices[`downloadCancellationReceipt${format}Url`](canceled.id),
      check: isUrl(`application/${format.toLowerCase()}`),
    },
  ]),
  {
    method: 'invoices.previewPdf',
    operation: 'POST /v2/invoices/preview/pdf',
    call: ({ invoices }) => invoices.previewPdf(invoice()),
    check: isPdf,
  },
  {
    method: 'invoices.previewPdfUrl',
    operation: 'POST /v2/invoices/preview/pdf/download-url',
    call: ({ invoices }) => invoices.previewPdfUrl(invoice({ items: [line({ price: 5 })] })),
    check: isUrl('application/pdf'),
  },
];

const now = new Date();
const month = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };

/** Files of a whole month, once they are ready. */
const zips: readonly Step[] = [
  {
    method: 'invoices.createZipRequest',
    operation: 'POST /v2/invoices/zip-requests',
    call: as('zip', ({ invoices }) => invoices.createZipRequest({ ...month, issuer_type: 'issuing' })),
    check: (answer) => expect(answer).toMatchObject({ ...month, id: expect.any(String) }),
  },
  {
    method: 'invoices.listZipRequests',
    operation: 'GET /v2/invoices/zip-requests',
    call: ({ invoices }) => invoices.listZipRequests(month),
    check: finds('zip'),
  },
  {
    method: 'invoices.retrieveZipRequest',
    operation: 'GET /v2/invoices/zip-requests/{id}',
    call: async ({ invoices }, { zip }) => {
      let answer = await invoices.retrieveZipRequest(zip.id);
      for (let tries = 0; tries < 200 && /created|processing/.test(answer.status); tries += 1) {
        await new Promise((settle) => setTimeout(settle, 50));
        answer = await invoices.retrieveZipRequest(zip.id);
      }
      return answer;
    },
    check: (answer) => expect(answer.status).toBe('finished'),
  },
  {
    method: 'invoices.downloadZipRequest',
    operation: 'GET /v2/invoices/zip-requests/{id}/zip',
    call: ({ invoices }, { zip }) => invoices.downloadZipRequest(zip.id),
    check: isZip,
  },
  {
    method: 'invoices.downloadZipRequestUrl',
    operation: 'GET /v2/invoices/zip-requests/{id}/download-url',
    call: ({ invoices }, { zip }) => invoices.downloadZipRequestUrl(zip.id),
    check: isUrl('application/zip'),
  },
];

/** Every method of every version, in an order in which each finds what it needs. */
export const steps: readonly Step[] = [...customers, ...products, ...issuing, ...files, ...zips];

/** Operations that are being built; whoever finishes one takes it off. */
export const NOT_YET: readonly string[] = [
  'GET /v2/catalogs/products',
  'GET /v2/catalogs/units',
  `GET ${ONE}/download-url/{format}`,
  `GET ${ONE}/cancellation_receipt/download-url/{format}`,
  'POST /v2/customers/{customer_id}/email-edit-link',
  'POST /v2/invoices/preview/pdf',
  'POST /v2/invoices/preview/pdf/download-url',
  ...zips.map(({ operation }) => operation),
];
