import { receiptComplaints, type ReceiptDoc } from '../../crash/receipt-checks.js';
import type { InvoiceDoc } from '../../crash/client.js';
import { line, sale, universidad } from '../../support/bodies.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, expect, it } from '../../support/story.js';

/**
 * Clients that want the same receipts at the same moment: by id, by keys, and all of them. TIMBRA_CROWD_RECEIPTS and
 * TIMBRA_CROWD_CLIENTS make the crowd as large as wanted.
 */

const RECEIPTS = Number(process.env['TIMBRA_CROWD_RECEIPTS'] ?? 24);
const CLIENTS = Number(process.env['TIMBRA_CROWD_CLIENTS'] ?? 12);

let app: TestApp;
let shop: TestOrganization;
beforeAll(async () => {
  app = await startApp();
  shop = await app.newOrganization(await app.newUser(), 'Mercado');
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

async function all<Doc>(path: string): Promise<Doc[]> {
  const docs: Doc[] = [];
  for (let page = 1; ; page += 1) {
    const found: Json = await app.get(`${path}?limit=100&page=${page}`, { key: shop.key });
    docs.push(...(found.data as Doc[]));
    if (page >= found.total_pages) return docs;
  }
}

it('whoever asks at the same moment, each receipt gets into one invoice, and the ledger is right to the cent', async () => {
  const receipts: ReceiptDoc[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let n = worker; n < RECEIPTS; n += 8) {
        const items = [line({ price: 50 + n + n / 100 })];
        receipts.push((await app.post('/receipts', sale({ items }), { key: shop.key })) as ReceiptDoc);
      }
    }),
  );
  const post = (path: string, body: object) => app.api('POST', `/receipts${path}`, body, { key: shop.key });
  const at = (n: number) => receipts[n % RECEIPTS] as ReceiptDoc;
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
  const period = { from: today, to: today, periodicity: 'day' };
  const asked = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => {
      if (n === CLIENTS >> 1) return post('/global-invoice', period);
      if (n % 3 === 0) return post(`/${at(n).id}/invoice`, { customer: universidad });
      // Each wants some that its neighbours want too.
      const keys = [at(n), at(n + 1), at(n + 2)].map(({ key }) => key);
      return post('/to-invoice', { keys, customer: universidad });
    }),
  );
  const answers = asked.map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.code}`));
  expect(new Set(answers)).toEqual(new Set([200, '409 receipt_not_open']));
  // What is left gets into another global invoice, if anything is.
  const rest = await post('/global-invoice', period);
  expect([200, 404]).toContain(rest.status);
  expect(receiptComplaints(await all('/receipts'), await all<InvoiceDoc>('/invoices'))).toEqual([]);
}, 600_000);
