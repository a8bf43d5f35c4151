import { until } from '#bus/testing/until';
import type { Json, TestApp } from '../../support/app.js';
import { invoice, line, triggered, universidad } from '../../support/bodies.js';
import { NOWHERE, plain, reached, type Asked, type Reached } from './row.js';

/** Codes of invoices: drafts, stamping, delivery, archives. */

const draftOf = (app: TestApp, over: object = {}): Promise<Json> =>
  app.post('/invoices', { ...invoice(over), status: 'draft' });
/** An invoice that cannot be stamped for a while. */
export const pendingOf = (app: TestApp): Promise<Json> =>
  app.post('/invoices?async=true', triggered('SANDBOX-OUTAGE-LONG'));
const at = async (request: string, made: Promise<Json>, body?: unknown): Promise<Asked> => ({
  request: request.replace(':id', (await made).id as string),
  body,
});

const thisMonth = () => {
  const [year, month] = new Date(Date.now() - 6 * 3_600_000).toISOString().split('-').map(Number);
  return { year, month };
};

/** An invoice that the PAC may have stamped, for a few seconds. */
const doubtOf = async (app: TestApp): Promise<Json> => {
  const made = await app.post('/invoices', triggered('SANDBOX-TIMEOUT-BEFORE'));
  await until(async () => {
    const { data } = await app.get('/stamping/doubts');
    return data.some((doubt: Json) => doubt.id === made.id);
  });
  return made;
};
const force = 'POST /stamping/doubts/:id/force';

export const invoiceCodes: readonly Reached[] = [
  plain('stamping_doubt_not_found', 404, force.replace(':id', NOWHERE), { pac: 'sw', accept_risk: true }),
  reached(
    'stamping_risk_not_accepted',
    400,
    ({ app }) => at(force, doubtOf(app), { pac: 'sw' }),
    'accept_risk',
  ),
  reached('pac_not_available', 409, ({ app }) => at(force, doubtOf(app), { pac: 'sw', accept_risk: true })),
  plain('invoice_not_found', 404, `GET /invoices/${NOWHERE}`),
  reached('invoice_not_draft', 409, ({ app }) =>
    at('PUT /invoices/:id', app.post('/invoices', invoice()), { conditions: 'x' }),
  ),
  reached('invoice_already_stamped', 409, ({ app }) =>
    at('POST /invoices/:id/stamp', app.post('/invoices', invoice())),
  ),
  reached('invoice_not_stamped', 409, ({ app }) => at('GET /invoices/:id/xml', draftOf(app))),
  reached('draft_not_ready_to_stamp', 400, ({ app }) =>
    at('POST /invoices/:id/stamp', app.post('/invoices', { status: 'draft' })),
  ),
  reached('draft_update_in_progress', 409, async ({ app }) => {
    const { id } = await draftOf(app);
    await app.put(`/invoices/${id}`, { conditions: 'first' });
    // As a request finds it that has read it before that one was done.
    await app.runtime.pool.query('UPDATE gateway.invoices SET revision = 0 WHERE id = $1', [id]);
    return { request: `PUT /invoices/${id}`, body: { conditions: 'second' } };
  }),
  reached('stamping_in_progress', 409, ({ app }) => at('POST /invoices/:id/stamp', pendingOf(app))),
  plain('invoice_stamping_validation_error', 400, 'POST /invoices', triggered('SANDBOX-REFUSED')),

  reached('invoice_email_status_not_allowed', 409, ({ app }) => at('POST /invoices/:id/email', draftOf(app))),
  reached(
    'invoice_email_recipient_required',
    400,
    ({ app }) => {
      const { email: _, ...customer } = universidad;
      return at('POST /invoices/:id/email', app.post('/invoices', invoice({ customer })));
    },
    'email',
  ),
  reached('invoice_email_delivery_failed', 502, ({ app }) =>
    at('POST /invoices/:id/email', app.post('/invoices', invoice()), { email: 'nobody@refused.example' }),
  ),

  plain('zip_request_no_invoices', 404, 'POST /invoices/zip-requests', { year: 2000, month: 1 }),
  plain('zip_request_not_found', 404, `GET /invoices/zip-requests/${NOWHERE}`),
  reached('zip_request_not_ready', 409, async ({ app }) => {
    await app.post('/invoices', invoice());
    const { id } = await app.post('/invoices/zip-requests', thisMonth());
    const path = `/invoices/zip-requests/${id}`;
    await until(async () => (await app.get(path)).status === 'finished');
    // As it stands while it is being made, whatever the moment.
    const { pool } = app.runtime;
    await pool.query("UPDATE gateway.archives SET status = 'processing' WHERE id = $1", [id]);
    return { request: `GET ${path}/zip` };
  }),
];

const PAY = 'POST /invoices';
async function paid(app: TestApp, over: object, data: (id: string) => object): Promise<Asked> {
  const { id } = await app.post(
    '/invoices',
    invoice({ payment_form: '99', payment_method: 'PPD', items: [line({ price: 1160 })], ...over }),
  );
  const complements = [{ type: 'pago', data: { payment_form: '03', ...data(id as string) } }];
  return { request: PAY, body: { type: 'P', customer: universidad, complements } };
}

/** Subcodes (errors[].code), each with the path of the field. */
export const subcodes: readonly Reached[] = [
  plain('required', 400, 'POST /products', {}, { path: 'description' }),
  plain('invalid_type', 400, 'POST /products', { price: 'x' }, { path: 'price' }),
  plain('invalid_format', 400, 'POST /customers', { email: 'x' }, { path: 'email' }),
  plain('invalid_length', 400, 'GET /invoices?series=' + 'x'.repeat(26), undefined, { path: 'series' }),
  plain('invalid_value', 400, 'GET /invoices?type=X', undefined, { path: 'type' }),
  plain('too_large', 400, 'GET /invoices?limit=101', undefined, { path: 'limit' }),
  plain('too_small', 400, 'GET /invoices?limit=0', undefined, { path: 'limit' }),
  plain('unknown_field', 400, 'GET /invoices?color=red', undefined, { path: 'color' }),
  plain('not_allowed', 400, 'GET /invoices?pagination=cursor&page=1', undefined, { path: 'page' }),
  reached(
    'not_found',
    400,
    () => ({
      request: PAY,
      body: {
        type: 'P',
        customer: universidad,
        complements: [{ type: 'pago', data: { payment_form: '03', invoice: NOWHERE, amount: 1 } }],
      },
    }),
    'complements.0.data.0.invoice',
  ),
  reached(
    'amount_exceeds_related_document_balance',
    400,
    ({ app }) => paid(app, {}, (id) => ({ invoice: id, amount: 1160.01 })),
    'complements.0.data.0.amount',
  ),
  reached(
    'exchange_rate_too_large',
    400,
    ({ app }) =>
      paid(app, { currency: 'USD', exchange: 18.5 }, (id) => ({
        currency: 'MXN',
        related_documents: [{ invoice: id, amount: 1, exchange: 18.5 }],
      })),
    'complements.0.data.0.related_documents.0.exchange',
  ),
  reached(
    'exchange_rate_too_small',
    400,
    ({ app }) =>
      paid(app, {}, (id) => ({
        ...{ currency: 'USD', exchange: 18.5 },
        related_documents: [{ invoice: id, amount: 1, exchange: 0.05 }],
      })),
    'complements.0.data.0.related_documents.0.exchange',
  ),
];
