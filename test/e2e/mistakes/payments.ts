import type { TestApp } from '../../support/app.js';
import { inParts, invoice, payment, universidad } from '../../support/bodies.js';
import { mistake, mistakeAbout, type Asked, type Chapter } from './mistake.js';

const POST = 'POST /invoices';

/** A payment of an invoice of 1160 that is made first. */
async function paying(app: TestApp, data: object, fields: object = {}): Promise<Asked> {
  const { id } = await app.post('/invoices', inParts(fields));
  return { request: POST, body: payment({ invoice: id, ...data }), ids: { invoice: id } };
}

export const payments: Chapter = {
  title: 'Payments',
  mistakes: [
    mistake('A payment without its complement', POST, { type: 'P', customer: universidad }),
    mistake(
      'A payment complement in an invoice of type I',
      POST,
      invoice({
        complements: [
          {
            type: 'pago',
            data: {
              date: '2026-01-15',
              payment_form: '03',
              amount: 100,
              related_documents: [
                {
                  uuid: '11111111-2222-4333-8444-555555555555',
                  amount: 100,
                  installment: 1,
                  last_balance: 100,
                  taxes: [{ base: 86.2, type: 'IVA', rate: 0.16 }],
                },
              ],
            },
          },
        ],
      }),
    ),
    mistake('A payment of nothing', POST, payment({ payment_form: '03' })),
    mistakeAbout('More than is due', (app) => paying(app, { payment_form: '03', amount: 2000 })),
    mistakeAbout('A payment without its form', (app) => paying(app, { amount: 100 })),
    mistakeAbout('A payment form by its name', (app) =>
      paying(app, { payment_form: 'transferencia', amount: 100 }),
    ),
    mistakeAbout('Dollars without an exchange rate', (app) =>
      paying(app, { payment_form: '03', amount: 50, currency: 'USD' }),
    ),
    mistakeAbout('A payment of what is paid already', (app) =>
      paying(app, { payment_form: '03', amount: 100 }, { payment_form: '03', payment_method: 'PUE' }),
    ),
    mistake(
      'An invoice that is not there',
      POST,
      payment({ payment_form: '03', invoice: '0123456789abcdef01234567', amount: 1 }),
    ),
    mistake(
      'A document without its balance',
      POST,
      payment({
        payment_form: '03',
        related_documents: [{ uuid: '11111111-2222-4333-8444-555555555555', amount: 100 }],
      }),
    ),
  ],
};
