import { jest } from '@jest/globals';
import { systemClock } from '#kernel';
import type { TestApp } from '../../support/app.js';
import { invoice, triggered } from '../../support/bodies.js';
import { pendingOf } from './invoices.js';
import { NOWHERE, reached, type Asked, type Reached } from './row.js';

/** Codes of cancellations. */

const DAY = 86_400_000;

const made = async (app: TestApp, trigger?: string): Promise<string> =>
  (await app.post('/invoices', trigger === undefined ? invoice() : triggered(trigger))).id;
/** A request to cancel an invoice whose trigger makes the tax authority say something. */
const whose =
  (trigger: string) =>
  async ({ app }: { app: TestApp }): Promise<Asked> => ({
    request: `DELETE /invoices/${await made(app, trigger)}?motive=02`,
  });
/** Motive 01 with the replacement of the invoice. */
const replaced =
  (by: (app: TestApp) => Promise<string | undefined>) =>
  async ({ app }: { app: TestApp }): Promise<Asked> => {
    const substitution = await by(app);
    const query = substitution === undefined ? '' : `&substitution=${substitution}`;
    return { request: `DELETE /invoices/${await made(app)}?motive=01${query}` };
  };
const receiptOf = (id: string): Asked => ({ request: `GET /invoices/${id}/cancellation_receipt/xml` });

export const cancellationCodes: readonly Reached[] = [
  reached(
    'substitution_invoice_required',
    400,
    replaced(async () => undefined),
    'substitution',
  ),
  reached(
    'substitution_invoice_not_found',
    400,
    replaced(async () => NOWHERE),
    'substitution',
  ),
  reached(
    'substitution_invoice_canceled',
    400,
    replaced(async (app) => {
      const id = await made(app);
      await app.del(`/invoices/${id}?motive=02`);
      return id;
    }),
    'substitution',
  ),
  reached(
    'substitution_invoice_status_not_allowed',
    400,
    replaced(async (app) => (await app.post('/invoices', { status: 'draft' })).id),
    'substitution',
  ),
  reached('invoice_cancellation_in_progress', 409, async ({ app }) => {
    const id = await made(app, 'SANDBOX-CANCEL-PENDING');
    await app.del(`/invoices/${id}?motive=02`);
    return { request: `DELETE /invoices/${id}?motive=02` };
  }),
  reached('invoice_not_cancelable', 409, async ({ app }) => {
    const id = await made(app);
    await app.del(`/invoices/${id}?motive=02`);
    return { request: `DELETE /invoices/${id}?motive=02` };
  }),
  reached('invoice_cancellation_not_allowed', 409, async ({ app }) => ({
    request: `DELETE /invoices/${(await pendingOf(app)).id}?motive=02`,
  })),
  reached('invoice_not_cancelable_by_sat', 409, whose('SANDBOX-NOT-CANCELABLE')),
  reached('invoice_cancellation_rfc_mismatch', 409, whose('SANDBOX-CANCEL-RFC-MISMATCH')),
  reached('invoice_cancellation_failed', 502, whose('SANDBOX-CANCEL-FAILED')),
  reached('invoice_cancellation_not_found', 404, async ({ app }) => {
    const request = await whose('SANDBOX-CANCEL-NOT-FOUND')({ app });
    // Three days after its stamp a document that the tax authority does not know is none.
    const later = Date.now() + 3 * DAY;
    jest.spyOn(systemClock, 'now').mockImplementation(() => new Date(later));
    return request;
  }),
  reached('invoice_cancellation_service_unavailable', 503, async ({ app }) => {
    const id = await made(app);
    app.sandbox.faults.set('status', 'outage');
    return { request: `PUT /invoices/${id}/status` };
  }),
  reached('invoice_cancellation_receipt_unavailable', 409, async ({ app }) => receiptOf(await made(app))),
  reached('invoice_cancellation_receipt_external', 409, async ({ app }) => {
    const id = await made(app, 'SANDBOX-CANCELED-ELSEWHERE');
    await app.put(`/invoices/${id}/status`);
    return receiptOf(id);
  }),
];
