import { line, sale, universidad, xochilt } from '../../support/bodies.js';
import type { Json, TestApp } from '../../support/app.js';
import { plain, reached, NOWHERE, type Reached } from './row.js';

/** Codes of receipts, of their invoices and of global invoices. */

const sell = (app: TestApp, fields: object = {}): Promise<Json> => app.post('/receipts', sale(fields));
const toInvoice = (keys: readonly string[], body: object = { customer: universidad }) => ({
  request: 'POST /receipts/to-invoice',
  body: { keys, ...body },
});

/** Two receipts of more lines together than an invoice may have; made once. */
let tooMany: Promise<Json[]> | undefined;
const longReceipts = (app: TestApp): Promise<Json[]> =>
  (tooMany ??= Promise.all(
    [2_600, 2_600].map((lines) => sell(app, { items: Array.from({ length: lines }, () => line()) })),
  ));

/** More open receipts of a day of last year than a global invoice may have, as rows. */
async function manyReceipts(app: TestApp): Promise<void> {
  const { id } = await sell(app);
  await app.runtime.pool.query(
    `INSERT INTO receipts.receipts (id, organization_id, livemode, key, revision, status, date, expires_at, folio_number,
       payment_form, currency, total, item_count, withholds, content, totals)
     SELECT substr(md5(n::text), 1, 24), organization_id, livemode, 'K' || n, 0, 'open', '2026-02-10T18:00:00Z', expires_at, n,
       payment_form, currency, total, item_count, withholds, content, totals
     FROM receipts.receipts CROSS JOIN generate_series(1, 5001) AS n WHERE id = $1
     ON CONFLICT DO NOTHING`,
    [id],
  );
}

export const receiptCodes: readonly Reached[] = [
  plain('receipt_not_found', 404, `POST /receipts/${NOWHERE}/invoice`, { customer: universidad }),
  // Nothing was sold on that day.
  plain('receipt_not_found', 404, 'POST /receipts/global-invoice', {
    ...{ from: '2026-03-10', to: '2026-03-10', periodicity: 'day' },
  }),
  reached(
    'receipt_not_open',
    409,
    async ({ app }) => {
      const { id, key } = await sell(app);
      await app.del(`/receipts/${id}`);
      return toInvoice([key]);
    },
    'keys.0',
  ),
  reached('receipt_keys_not_found', 404, () => toInvoice(['AAAAAAAA']), 'keys.0'),
  reached('receipt_invoicing_address_mismatch', 400, async ({ app }) => {
    const [one, two] = [await sell(app), await sell(app, { address: { zip: '77500' } })];
    return toInvoice([one.key, two.key]);
  }),
  reached('receipt_invoicing_customer_mismatch', 400, async ({ app }) => {
    const [one, two] = [await sell(app, { customer: universidad }), await sell(app, { customer: xochilt })];
    return toInvoice([one.key, two.key], {});
  }),
  reached('receipt_invoicing_too_many_items', 400, async ({ app }) => {
    const receipts = await longReceipts(app);
    return toInvoice(receipts.map(({ key }) => key as string));
  }),
  reached('global_invoice_too_many_items', 400, async ({ app }) => {
    await manyReceipts(app);
    const day = '2026-02-10';
    return { request: 'POST /receipts/global-invoice', body: { from: day, to: day, periodicity: 'day' } };
  }),
  plain(
    'invalid_global_invoice_period',
    400,
    'POST /receipts/global-invoice',
    { from: '2026-09-20', to: '2026-10-05', periodicity: 'month' },
    { path: 'to' },
  ),
  plain('download_not_found', 404, `GET /downloads/${NOWHERE}`),
  plain('receipt_import_not_found', 404, `GET /receipts/imports/${NOWHERE}`),
  plain('receipt_import_unreadable', 400, 'POST /receipts/import', Buffer.from('fecha,precio,color\n'), {
    ...{ path: 'color', call: { headers: { 'content-type': 'text/csv' } } },
  }),
  plain(
    'receipt_import_too_large',
    413,
    'POST /receipts/import',
    // Of one ticket: more lines than a file may have, and nothing to keep before that is known.
    Buffer.from('ticket,precio\n' + 'A,1\n'.repeat(100_001)),
    {
      call: { headers: { 'content-type': 'text/csv' } },
    },
  ),
  reached('receipt_import_in_progress', 409, async ({ app }) => {
    const body = Buffer.from(JSON.stringify(sale({ external_id: `import ${Date.now()}` })));
    const headers = { 'content-type': 'application/x-ndjson' };
    const { body: begun } = await app.api('POST', '/receipts/import', body, { headers });
    // As it is in the middle of it.
    await app.runtime.pool.query(
      `UPDATE receipts.imports SET processed = 2, doc = jsonb_set(doc::jsonb, '{status}', '"processing"')::json WHERE id = $1`,
      [begun.id],
    );
    return { request: 'POST /receipts/global-invoice', body: { import: begun.id } };
  }),
];
