import { expect, it } from '@jest/globals';
import type pg from 'pg';
import { FindInvoicesCommand, type Place } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { newId } from '#kernel';
import { FindInvoicesHandler } from './find-invoices.js';

const payment = newId();
const tenant = { organizationId: newId(), livemode: false };
const found = [{ uuid: 'A', id: newId() }];

/** What is done, in its order, by a list that shows the payment, or does not. */
async function ask(shown: boolean) {
  const done: string[] = [];
  const pool = { query: () => (done.push('read'), Promise.resolve({ rows: found })) };
  const watch = {
    reached: (_model: object, { stream, revision }: Place) =>
      Promise.resolve((done.push(`${stream} at ${revision}`), shown)),
  };
  const handler = new FindInvoicesHandler(pool as unknown as pg.Pool, watch as unknown as ProjectionWatch);
  const answer = await handler.execute(
    new FindInvoicesCommand({
      ...{ id: newId(), type: 'gateway.find-invoices', key: payment, tenant, data: { uuids: ['A'] } },
      ...{ actor: 'process:invoicing', correlationId: newId(), time: new Date(0).toISOString() },
    }),
  );
  return { done, answer };
}

it('reads the list once it shows the payment that asks: what was stamped before is there', async () => {
  const { done, answer } = await ask(true);
  expect(done).toEqual([`invoice-${payment} at 0`, 'read']);
  expect(answer).toMatchObject({ ok: true, value: { data: { invoices: found } } });
});

it('says so while the list lags: who asks comes again, rather than miss an invoice for good', async () => {
  const { done, answer } = await ask(false);
  expect(done).toEqual([`invoice-${payment} at 0`]);
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'service_unavailable' } });
});
