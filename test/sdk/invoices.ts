import { expect } from '@jest/globals';
import { invoice, line, stored, xochilt } from '../support/bodies.js';
import type { Json } from '../support/app.js';
import { localMonth } from '../support/month.js';
import { as, finds, isOk, isPdf, isUrl, isXml, isZip, type Step } from './step.js';

const ONE = '/v2/invoices/{invoice_id}';
const draft = { ...invoice(), status: 'draft' };
const uuids = [{ relationship: '04', uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF' }];

export const issuing: readonly Step[] = [
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
    check: (answer, made) => expect(answer).toEqual(stored(made['invoice'])),
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
    call: as('canceled', async ({ invoices }) => {
      const { id, uuid } = await invoices.create(invoice());
      const related_documents = [{ relationship: '04', documents: [uuid] }];
      const { id: substitution } = await invoices.create(invoice({ related_documents }));
      return invoices.cancel(id, { motive: '01', substitution });
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

export const files: readonly Step[] = [
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

const [year = 0, number = 0] = localMonth().split('-').map(Number);
const month = { year, month: number };

/** Files of a whole month, once they are ready. */
export const zips: readonly Step[] = [
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
      for (let tries = 0; tries < 600 && /created|processing/.test(answer.status); tries += 1) {
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
