import { expect } from '@jest/globals';
import { sale, universidad, xochilt } from '../support/bodies.js';
import type { Json } from '../support/app.js';
import { as, finds, isOk, isPdf, isUrl, type Step } from './step.js';

const ONE = '/v2/receipts/{receipt_id}';

/** A sale of the client, beside the one that the other steps look at. */
const sell = ({ receipts }: Json, fields: object = {}): Promise<Json> => receipts.create(sale(fields));
const keysOf = async (client: Json, fields: readonly object[]): Promise<string[]> =>
  Promise.all(fields.map(async (one) => (await sell(client, one)).key as string));

/** A shop with the public SDK, from the sale to its invoice. */
export const receipts: readonly Step[] = [
  {
    method: 'receipts.create',
    operation: 'POST /v2/receipts',
    call: as('receipt', (client, { product }) =>
      client.receipts.create({
        items: [{ quantity: 2, product: product.id }],
        ...{ payment_form: '04', branch: 'Centro', external_id: 'POS-1' },
      }),
    ),
    check: (answer) =>
      expect(answer).toMatchObject({ status: 'open', total: 1161, branch: 'Centro', api_version: 2 }),
  },
  {
    method: 'receipts.list',
    operation: 'GET /v2/receipts',
    call: ({ receipts }) => receipts.list({ q: 'guitarra', payment_form: '04', limit: 5 }),
    check: finds('receipt'),
  },
  {
    method: 'receipts.retrieve',
    operation: `GET ${ONE}`,
    call: ({ receipts }, { receipt }) => receipts.retrieve(receipt.id),
    check: (answer, { receipt }) => expect(answer).toEqual(receipt),
  },
  {
    method: 'receipts.downloadPdf',
    operation: `GET ${ONE}/pdf`,
    call: ({ receipts }, { receipt }) => receipts.downloadPdf(receipt.id),
    check: isPdf,
  },
  {
    method: 'receipts.downloadPdfUrl',
    operation: `GET ${ONE}/download-url/pdf`,
    call: ({ receipts }, { receipt }) => receipts.downloadPdfUrl(receipt.id),
    check: isUrl('application/pdf'),
  },
  {
    method: 'receipts.sendByEmail',
    operation: `POST ${ONE}/email`,
    call: ({ receipts }, { receipt }) => receipts.sendByEmail(receipt.id, { email: 'a@example.com' }),
    check: isOk,
  },
  {
    method: 'receipts.invoice',
    operation: `POST ${ONE}/invoice`,
    call: async ({ receipts }, { receipt }) =>
      receipts.invoice(receipt.id, { customer: universidad, use: 'G03' }),
    check: (answer) => expect(answer).toMatchObject({ status: 'valid', total: 1161, use: 'G03' }),
  },
  {
    method: 'receipts.toInvoice',
    operation: 'POST /v2/receipts/to-invoice',
    call: async (client) => {
      const keys = await keysOf(client, [{}, { payment_form: '03' }]);
      expect(await client.receipts.toInvoice({ keys, customer: xochilt, dry_run: true })).toMatchObject({
        total: 691.2,
      });
      return client.receipts.toInvoice({ keys, customer: xochilt, payment_form: '03' });
    },
    check: (answer) => expect(answer).toMatchObject({ status: 'valid', total: 691.2, payment_form: '03' }),
  },
  {
    method: 'receipts.previewToInvoicePdf',
    operation: ['POST /v2/receipts/to-invoice/preview', 'POST /v2/receipts/to-invoice/preview/pdf'],
    call: async (client) =>
      client.receipts.previewToInvoicePdf({ keys: await keysOf(client, [{}]), customer: xochilt }),
    check: isPdf,
  },
  {
    method: 'receipts.previewToInvoicePdfUrl',
    operation: 'POST /v2/receipts/to-invoice/preview/download-url',
    call: async (client) =>
      client.receipts.previewToInvoicePdfUrl({ keys: await keysOf(client, [{}]), customer: xochilt }),
    check: isUrl('application/pdf'),
  },
  {
    method: 'receipts.createGlobalInvoice',
    operation: 'POST /v2/receipts/global-invoice',
    call: async (client) => {
      const { id, date } = await sell(client);
      const day = new Date(date).toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
      return client.receipts.createGlobalInvoice({
        ...{ from: day, to: day, periodicity: 'day', receipts: [id] },
      });
    },
    check: (answer) =>
      expect(answer).toMatchObject({
        ...{ status: 'valid', total: 345.6, global: { periodicity: 'day' } },
        customer: { tax_id: 'XAXX010101000' },
      }),
  },
  {
    method: 'receipts.cancel',
    operation: `DELETE ${ONE}`,
    call: async (client) => client.receipts.cancel((await sell(client)).id),
    check: (answer) => expect(answer.status).toBe('canceled'),
  },
];
