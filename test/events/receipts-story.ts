import { globalsDecider, type GlobalsCommand, type Look } from '#apps/receipts/src/automatic/decide';
import { claimDecider, type ClaimCommand } from '#apps/receipts/src/claim/decide';
import { receiptDecider, type ReceiptCommand } from '#apps/receipts/src/receipt/decide';
import { newId } from '#kernel';
import { GLOBALS_STREAM, IMPORT_STREAM, RECEIPT_CLAIM_STREAM, RECEIPT_STREAM } from '#contracts';
import { sale, universidad, xochilt } from '../support/bodies.js';
import type { Json, TestApp } from '../support/app.js';
import { decide, happened } from './decided.js';

/** Everything that can happen to receipts and to what claims them, once: by the API, and by deciders where only a crash would. */
export async function tellReceipts(app: TestApp): Promise<void> {
  await open(app);
  await invoiced(app);
  await canceled(app);
  await forgone(app);
  await automatic(app);
  await imported(app);
}

/** A file of two sales. */
async function imported(app: TestApp): Promise<void> {
  const rows = ['T-1', 'T-2'].map((ticket) => `${ticket},01,Taza,52152101,1,116.00`);
  const file = ['ticket,forma de pago,descripción,clave producto,cantidad,precio', ...rows, ''].join('\n');
  const headers = { 'content-type': 'text/csv' };
  const { status, body } = await app.api('POST', '/receipts/import', Buffer.from(file), { headers });
  if (status !== 202) throw new Error(`the import answered ${status}`);
  await happened(app, `${IMPORT_STREAM}${body.id}`, 'ReceiptImportAdvanced');
}

const make = (app: TestApp, fields: object = {}): Promise<Json> => app.post('/receipts', sale(fields));

async function open(app: TestApp): Promise<void> {
  const items = [{ quantity: 3, product: { description: 'Ukelele', product_key: '60131324', price: 100 } }];
  const { id } = await make(app, { items, branch: 'Centro', external_id: 'POS-1' });
  await app.put(`/receipts/${id}`, { customer: xochilt });
  await app.post(`/receipts/${id}/refunds`, { lines: [{ item: 0, quantity: 1 }], reason: 'Llegó roto' });
  await app.del(`/receipts/${id}`);
}

/** Given back twice: once for good, once by a credit note that is canceled. */
async function invoiced(app: TestApp): Promise<void> {
  const { id } = await make(app);
  await app.post(`/receipts/${id}/invoice`, { customer: universidad, use: 'G03' });
  const { refunds } = await app.post(`/receipts/${id}/refunds`, {});
  await app.del(`/invoices/${refunds[0].credit_note}?motive=02`);
  await happened(app, `${RECEIPT_STREAM}${id}`, 'RefundUndone');
  await app.post(`/receipts/${id}/refunds`, {});
}

/** Invoices that are canceled: with another in their place, as sales that never were, for the receipts to be open again. */
async function canceled(app: TestApp): Promise<void> {
  const invoiceOf = async (): Promise<readonly [string, Json]> => {
    const { id } = await make(app);
    return [id, await app.post(`/receipts/${id}/invoice`, { customer: universidad, use: 'G03' })];
  };
  const [reopened, one] = await invoiceOf();
  await app.del(`/invoices/${one.id}?motive=02`);
  await happened(app, `${RECEIPT_STREAM}${reopened}`, 'ReceiptReopened');
  const [never, other] = await invoiceOf();
  await app.del(`/invoices/${other.id}?motive=03`);
  await happened(app, `${RECEIPT_STREAM}${never}`, 'ReceiptCanceled');
  const [passed, first] = await invoiceOf();
  const { items, uuid } = first;
  const related_documents = [{ relationship: '04', documents: [uuid] }];
  const next = await app.post('/invoices', {
    ...{ customer: universidad, use: 'G03', payment_form: '01', related_documents },
    items: items.map(({ quantity, product }: Json) => ({
      quantity,
      product: { description: product.description, product_key: product.product_key, price: product.price },
    })),
  });
  await app.del(`/invoices/${first.id}?motive=01&substitution=${next.id}`);
  await happened(app, `${RECEIPT_STREAM}${passed}`, 'ReceiptHandedOver');
  // The tax authority says no to a cancellation.
  await decide(app, RECEIPT_STREAM, passed, receiptDecider, {
    ...{ type: 'note-cancellation', invoice: next.id, status: 'rejected', at: new Date().toISOString() },
  } satisfies ReceiptCommand);
}

/** What only a process that died, or sleeps, brings about. */
async function forgone(app: TestApp): Promise<void> {
  const at = new Date().toISOString();
  const forgo = (revision: number): ReceiptCommand => ({ type: 'forgo', revision, at });
  await decide(app, RECEIPT_STREAM, newId(), receiptDecider, forgo(-1));
  const { id } = await make(app);
  await decide(app, RECEIPT_STREAM, id, receiptDecider, forgo(0));
  await decide(app, RECEIPT_CLAIM_STREAM, newId(), claimDecider, {
    type: 'forgo',
    at,
  } satisfies ClaimCommand);
  // Refused before its stamp: the receipt is open again.
  const refused = await make(app);
  await app.api('POST', `/receipts/${refused.id}/invoice`, { customer: universidad, use: 'D01' });
}

/** Automatic global invoices of a month of years to come: what is planned then is not due. */
async function automatic(app: TestApp): Promise<void> {
  const id = newId();
  const period = {
    ...{ from: '2031-01-01T06:00:00.000Z', until: '2031-02-01T06:00:00.000Z' },
    ...{ first: '2031-01-01', last: '2031-01-31' },
    global: { periodicity: 'month', months: '01', year: 2031 },
  };
  const { until } = period;
  const next = {
    ...period,
    from: until,
    until: '2031-03-01T06:00:00.000Z',
    first: '2031-02-01',
    last: '2031-02-28',
  };
  const invoice = newId();
  const note = (look: Look, at: string): GlobalsCommand => ({ type: 'note', id, until, look, next, at });
  const nothing: Look = { kind: 'nothing-left', pending: false, leftOut: [] };
  const refused = { code: 'organization_incomplete', details: [] } as const;
  for (const command of [
    { type: 'open', id, period, at: period.from },
    { type: 'announce', until, receipts: 3, total: '300.00', at: '2031-01-31T06:00:00.000Z' },
    note({ kind: 'not-made', number: 1, invoice: newId(), ...refused }, '2031-02-01T08:00:00.000Z'),
    note({ kind: 'asked', number: 2, invoice, receipts: 3 }, '2031-02-01T09:00:00.000Z'),
    ...['2031-02-01T10:00:00.000Z', '2031-02-02T02:00:00.000Z', '2031-02-03T02:00:00.000Z'].map((at) =>
      note(nothing, at),
    ),
    { type: 'end', at: '2031-02-04T06:00:00.000Z' },
  ] satisfies readonly GlobalsCommand[])
    await decide(app, GLOBALS_STREAM, id, globalsDecider, command);
}
