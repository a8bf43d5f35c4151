import { describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { line, sale, universidad } from '../support/bodies.js';
import { ledgerDifferences, readBooks } from './checks.js';
import type { Answer } from './client.js';
import { receiptComplaints, type ReceiptDoc } from './receipt-checks.js';
import { useCrashStage } from './stage.js';

const EVENTS = 'event_store.events';
const ROWS = 'receipts.receipts';

/** Kills the service (kill -9) at each thing that is written from the claim of receipts to the end of their invoice. */
describe('kill -9 on the way from receipts to their invoice, and back', () => {
  const stage = useCrashStage();

  let sold = 0;
  const sell = async (): Promise<ReceiptDoc> => {
    sold += 1;
    const { body } = await stage.client.send(
      'POST /receipts',
      sale({ items: [line({ price: 100 + sold / 100 })] }),
    );
    return body as ReceiptDoc;
  };
  const read = async ({ id }: ReceiptDoc): Promise<ReceiptDoc> =>
    (await stage.client.send(`GET /receipts/${id}`)).body as ReceiptDoc;
  const invoice = (receipts: readonly ReceiptDoc[]): Promise<Answer> =>
    stage.client.send('POST /receipts/to-invoice', {
      ...{ keys: receipts.map(({ key }) => key), customer: universidad, use: 'G03' },
    });

  it.each([
    ['before its receipts are held', ROWS, "NEW.holder IS NOT NULL AND NEW.status = 'open'"],
    ['between the hold and the claim', EVENTS, "NEW.type = 'ReceiptsClaimed'"],
    ['between the claim and the invoice', EVENTS, "NEW.type = 'InvoiceIssued'"],
    ['before its stamp is recorded', EVENTS, "NEW.type = 'InvoiceStamped'"],
    ['before the receipts hear of the stamp', EVENTS, "NEW.type = 'ReceiptInvoiced'"],
    ['before their rows show it', ROWS, "NEW.status = 'invoiced_to_customer'"],
    ['before the claim says that it is done', EVENTS, "NEW.type = 'ClaimStamped'"],
  ] as const)(
    'each receipt gets into one invoice: %s',
    async (step, table, when) => {
      const receipts = [await sell(), await sell()];
      const body = { keys: receipts.map(({ key }) => key), customer: universidad, use: 'G03' };
      await stage.killed(table, when, () => stage.client.once('POST /receipts/to-invoice', body));
      // Whoever asked asks again: it is invoiced now, or was already.
      await until(async () => {
        const { status, body: answer } = await invoice(receipts);
        if (status === 200) return true;
        expect([status, answer.code]).toEqual([409, 'receipt_not_open']);
        return (await read(receipts[0] as ReceiptDoc)).status === 'invoiced_to_customer';
      }, 180_000);
      const shown = await Promise.all(receipts.map(read));
      expect(new Set(shown.map(({ invoice: id }) => id)).size).toBe(1);
    },
    180_000,
  );

  it.each([
    ['before the receipts hear of it', EVENTS, "NEW.type = 'ReceiptReopened'"],
    ['before their rows show it', ROWS, "NEW.holder IS NULL AND NEW.status = 'open' AND NEW.revision > 1"],
    ['before the claim says that it is done', EVENTS, "NEW.type = 'ClaimReleased'"],
  ] as const)(
    'a canceled invoice gives its receipts back: %s',
    async (step, table, when) => {
      const receipts = [await sell(), await sell()];
      const { id } = (await invoice(receipts)).body as { id: string };
      await stage.killed(table, when, () => stage.client.once(`DELETE /invoices/${id}?motive=02`));
      await until(
        async () => (await Promise.all(receipts.map(read))).every(({ status }) => status === 'open'),
        60_000,
      );
      await until(async () => (await invoice(receipts)).status === 200);
    },
    180_000,
  );

  it('a global invoice takes all that is left, and every sale is in one valid document, to the cent', async () => {
    const left = [await sell(), await sell()];
    const day = new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
    const period = { from: day, to: day, periodicity: 'day' } as object;
    const { status, body } = await stage.client.send('POST /receipts/global-invoice', period);
    expect([status, body.items?.length]).toEqual([200, left.length]);
    const receipts = await stage.client.all<ReceiptDoc>('/receipts');
    expect(receipts).toHaveLength(sold);
    const books = await readBooks(stage.client);
    expect(receiptComplaints(receipts, books.invoices)).toEqual([]);
    expect(ledgerDifferences(books)).toEqual([]);
  }, 120_000);
});
