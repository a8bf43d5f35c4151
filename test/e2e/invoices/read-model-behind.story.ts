import { invoice } from '../../support/bodies.js';
import { startApp, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, expect, it } from '../../support/story.js';

/** The read model of invoices stops for a while, as with a full disk, while events continue. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TIMBRA_STAMP_WAIT_MS: '300' });
});
afterAll(() => app.close());

it('an invoice that can not be shown yet is answered 503 with Retry-After, and found by its key afterwards', async () => {
  const body = invoice({ idempotency_key: 'behind' });
  const blocker = await app.runtime.pool.connect();
  await blocker.query('BEGIN');
  // Nobody writes; reads go on.
  await blocker.query('LOCK TABLE gateway.invoices IN SHARE ROW EXCLUSIVE MODE');
  const first = await app.api('POST', '/invoices', body);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect([first.status, first.body.code]).toEqual([503, 'service_unavailable']);
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  const again = await app.api('POST', '/invoices', body);
  expect([again.status, again.body.code]).toEqual([409, 'idempotency_key_in_use']);
  const shown = async () =>
    (await app.api('GET', `/invoices/${again.body.resource_id}`)).body.status as string;
  for (const deadline = Date.now() + 30_000; (await shown()) !== 'valid';)
    expect(Date.now()).toBeLessThan(deadline);
  expect(app.bugs()).toEqual([]);
});
