import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { createPool, migrate, platformMigrations } from '#hosting';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { BalanceClaims } from './balance-claims.js';

const ours: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const theirs: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0bb', livemode: false };
const of = (invoice: string, amount: string, total = '1000.00') => ({
  ...{ invoice, amount, total },
  installments: [null],
  replaces: [],
});

let database: TestDatabase;
let pool: pg.Pool;
let balances: BalanceClaims;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, platformMigrations);
  pool = createPool(database.url, { applicationName: 'test', max: 20, onIdleError: () => undefined });
  balances = new BalanceClaims(pool);
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE invoicing.balance_claims'));

describe('the balance of an invoice', () => {
  it('is never claimed beyond its total, of a hundred payments that come at once', async () => {
    const payments = Array.from({ length: 100 }, (_, n) => `payment-${n}`);
    const answers = await Promise.all(
      payments.map((payment) => balances.claim(ours, payment, [of('a', '30.00')])),
    );
    expect(answers.filter(({ missing }) => missing === undefined)).toHaveLength(33);
    expect(answers.find(({ missing }) => missing !== undefined)?.others).toHaveLength(33);
  });

  it('is claimed once by a payment that asks twice, with what it asked last', async () => {
    await balances.claim(ours, 'p', [of('a', '900.00')]);
    expect((await balances.claim(ours, 'p', [of('a', '1000.00')])).missing).toBeUndefined();
    expect(await balances.claim(ours, 'q', [of('a', '0.01')])).toMatchObject({
      missing: 'a',
      others: [{ invoice: 'a', payment: 'p', settled: false }],
    });
  });

  it('is claimed of all invoices of a payment, or of none', async () => {
    await balances.claim(ours, 'p', [of('b', '1000.00')]);
    expect(await balances.claim(ours, 'q', [of('a', '500.00'), of('b', '1.00')])).toMatchObject({
      missing: 'b',
    });
    expect((await balances.claim(ours, 'r', [of('a', '1000.00')])).missing).toBeUndefined();
  });

  it('is free again once a payment releases it, and is separate for each tenant', async () => {
    await balances.claim(ours, 'p', [of('a', '1000.00')]);
    expect((await balances.claim(theirs, 'q', [of('a', '1000.00')])).missing).toBeUndefined();
    await balances.release(theirs, 'p');
    expect((await balances.claim(ours, 'r', [of('a', '1.00')])).missing).toBeDefined();
    await balances.release(ours, 'p');
    expect((await balances.claim(ours, 'r', [of('a', '1.00')])).missing).toBeUndefined();
  });

  it('says of a claim that is older that its maker should be there', async () => {
    await balances.claim(ours, 'p', [of('a', '1000.00')]);
    await pool.query("UPDATE invoicing.balance_claims SET claimed_at = now() - interval '1 hour'");
    expect((await balances.claim(ours, 'q', [of('a', '1.00')])).others).toEqual([
      { invoice: 'a', payment: 'p', settled: true },
    ]);
  });

  it('comes with the number of the payment: above that of any that counts, stated or not', async () => {
    const numberOf = async (payment: string, ...installments: (number | null)[]) =>
      (await balances.claim(ours, payment, [{ ...of('a', '10.00'), installments }])).standings.get('a');
    expect(await numberOf('p', null)).toMatchObject({ balance: '1000', installment: 1 });
    expect(await numberOf('q', null, null)).toMatchObject({ balance: '990', installment: 2 });
    await balances.release(ours, 'p');
    expect(await numberOf('r', 7)).toMatchObject({ balance: '990', installment: 4 });
    expect((await balances.standings(ours, 's', [of('a', '0')])).get('a')).toMatchObject({
      balance: '980',
      installment: 8,
    });
  });

  it('of two payments of the same invoices in different orders, neither waits forever for the other', async () => {
    const rounds = Array.from({ length: 20 }, (_, n) => n);
    const both = rounds.flatMap((n) => [
      balances.claim(ours, `p${n}`, [of('a', '1.00'), of('b', '1.00')]),
      balances.claim(ours, `q${n}`, [of('b', '1.00'), of('a', '1.00')]),
    ]);
    expect((await Promise.all(both)).every(({ missing }) => missing === undefined)).toBe(true);
  });
});
