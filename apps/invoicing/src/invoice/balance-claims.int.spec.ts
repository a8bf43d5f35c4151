import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { decimal, type Tenant } from '#kernel';
import { createPool, migrate, migrationsOf } from '#hosting';
import { invoicingService } from '#apps/invoicing/src/service';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { BalanceClaims, ownStandings, standingsOf, type BalanceClaim } from './balance-claims.js';

const ours: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const theirs: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0bb', livemode: false };
const of = (invoice: string, amount: string, over: Partial<BalanceClaim> = {}): BalanceClaim => ({
  ...{ invoice, amount, total: '1000.00', installments: [null], replaces: [] },
  ...over,
});

let database: TestDatabase;
let pool: pg.Pool;
let balances: BalanceClaims;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, migrationsOf([invoicingService]));
  pool = createPool(database.url, { applicationName: 'test', max: 20, onIdleError: () => undefined });
  balances = new BalanceClaims(pool, { claimGraceMs: 2_000 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE invoicing.balance_claims'));

const read = (asked: readonly BalanceClaim[], tenant = ours) =>
  balances.read(
    tenant,
    asked.map(({ invoice }) => invoice),
  );

/** Claims as PaymentClaims does, but frees nothing: the standing, or undefined where too little is left. */
async function claim(payment: string, asked: readonly BalanceClaim[], { at = 0, tenant = ours } = {}) {
  for (;;) {
    const claims = await read(asked, tenant);
    const standings = standingsOf(claims, payment, asked);
    if (asked.some(({ invoice, amount }) => decimal(amount) > decimal(standings.get(invoice)?.balance ?? '')))
      return undefined;
    if ((await balances.claim(tenant, { payment, at }, asked, claims)) === 'claimed') return standings;
  }
}

describe('the balance of an invoice', () => {
  it('is never claimed beyond its total, of thirty payments that come at once in as many processes', async () => {
    const payments = Array.from({ length: 30 }, (_, n) => `payment-${n}`);
    const answers = await Promise.all(payments.map((payment) => claim(payment, [of('a', '90.00')])));
    expect(answers.filter((standings) => standings !== undefined)).toHaveLength(11);
    const claims = await read([of('a', '0')]);
    expect(claims.map(({ installment }) => installment)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('is claimed of all invoices of a payment, or of none', async () => {
    await claim('p', [of('b', '1000.00')]);
    const asked = [of('a', '500.00'), of('b', '1.00')];
    expect(await claim('q', asked)).toBeUndefined();
    // Nor where it was there when it was looked at.
    expect(await balances.claim(ours, { payment: 'q', at: 0 }, asked, [])).toBe('moved');
    expect(await claim('r', [of('a', '1000.00')])).toBeDefined();
  });

  it('is free again once a payment releases it, and is separate for each tenant', async () => {
    await claim('p', [of('a', '1000.00')]);
    expect(await claim('q', [of('a', '1000.00')], { tenant: theirs })).toBeDefined();
    await balances.release(theirs, 'p', 9);
    expect(await claim('r', [of('a', '1.00')])).toBeUndefined();
    await balances.release(ours, 'p', 9);
    expect(await claim('r', [of('a', '1.00')])).toBeDefined();
  });

  it('is settled once its payment should be there', async () => {
    const isSettled = async () => (await read([of('a', '0')])).map(({ settled }) => settled);
    await claim('p', [of('a', '1000.00')]);
    expect(await isSettled()).toEqual([false]);
    await pool.query("UPDATE invoicing.balance_claims SET claimed_at = now() - interval '1 hour'");
    expect(await isSettled()).toEqual([true]);
  });

  it('comes with the number of the payment: above that of any that counts, stated or not', async () => {
    const numberOf = async (payment: string, ...installments: (number | null)[]) =>
      (await claim(payment, [of('a', '10.00', { installments })]))?.get('a');
    expect(await numberOf('p', null)).toMatchObject({ balance: '1000', installment: 1 });
    expect(await numberOf('q', null, null)).toMatchObject({ balance: '990', installment: 2 });
    await balances.release(ours, 'p', 9);
    expect(await numberOf('r', 7)).toMatchObject({ balance: '990', installment: 4 });
    const asked = [of('a', '0')];
    expect(standingsOf(await read(asked), 's', asked).get('a')).toMatchObject({
      balance: '980',
      installment: 8,
    });
  });

  it('of two payments of the same invoices in different orders, neither waits forever for the other', async () => {
    const rounds = Array.from({ length: 10 }, (_, n) => n);
    const both = rounds.flatMap((n) => [
      claim(`p${n}`, [of('a', '1.00'), of('b', '1.00')]),
      claim(`q${n}`, [of('b', '1.00'), of('a', '1.00')]),
    ]);
    expect((await Promise.all(both)).every((standings) => standings !== undefined)).toBe(true);
  });
});

describe('the claim of a payment', () => {
  const asked = [of('a', '600.00')];
  const rows = async () =>
    (await read(asked)).map(({ payment, at, amount }) => [payment, at, Number(amount)]);

  it('is one at a revision, however often it asks, and says the same each time', async () => {
    const first = await claim('p', asked, { at: 3 });
    await claim('q', [of('a', '100.00')]);
    const seen = await read(asked);
    expect(await balances.claim(ours, { payment: 'p', at: 3 }, asked, seen)).toBe('held');
    expect(ownStandings(seen, { payment: 'p', at: 3 }, asked)).toEqual(first);
    expect(ownStandings(seen, { payment: 'p', at: 4 }, asked)).toBeUndefined();
    expect(ownStandings(seen, { payment: 'p', at: 3 }, [of('a', '601.00')])).toBeUndefined();
  });

  it('gives way to a later one of the same payment, and never to an earlier one', async () => {
    await claim('p', asked, { at: 3 });
    await claim('p', [of('b', '7.00')], { at: 5 });
    expect(await rows()).toEqual([]);
    await claim('p', asked, { at: 6 });
    expect(await balances.claim(ours, { payment: 'p', at: 5 }, [of('a', '1.00')], await read(asked))).toBe(
      'held',
    );
    expect(await rows()).toEqual([['p', 6, 600]]);
  });

  it('is not released by whoever means an earlier one', async () => {
    await claim('p', asked, { at: 6 });
    await balances.release(ours, 'p', 5);
    await balances.remove(ours, { payment: 'p', at: 5 });
    await balances.remove(ours, { payment: 'p', at: null });
    expect(await rows()).toEqual([['p', 6, 600]]);
    await balances.remove(ours, { payment: 'p', at: 6 });
    expect(await rows()).toEqual([]);
  });

  it('of the release before has no revision: it counts, and goes as it did', async () => {
    const old = () =>
      pool.query(
        `INSERT INTO invoicing.balance_claims (organization_id, livemode, invoice_id, payment_id, amount, installment)
         VALUES ($1, false, 'a', 'old', 900, 4)`,
        [ours.organizationId],
      );
    await old();
    expect(await claim('p', asked)).toBeUndefined();
    expect((await claim('p', [of('a', '1.00')]))?.get('a')).toMatchObject({ balance: '100', installment: 5 });
    await balances.remove(ours, { payment: 'old', at: null });
    expect(await claim('q', asked)).toBeDefined();
    await old();
    await balances.release(ours, 'old', -1);
    expect((await rows()).map(([payment]) => payment)).toEqual(['p', 'q']);
  });
});

it('a process that sleeps while it claims keeps nobody waiting: the lock is held within one call', async () => {
  const asked = [of('a', '1.00')];
  const seen = await read(asked);
  // One that has read, and never goes on.
  expect(await claim('q', asked)).toBeDefined();
  expect(await balances.claim(ours, { payment: 'p', at: 0 }, asked, seen)).toBe('moved');
  // Of this database: other specs may share the server.
  const held = await pool.query(`SELECT FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
     WHERE l.locktype = 'advisory' AND d.datname = current_database()`);
  expect(held.rowCount).toBe(0);
});

it('a process of the release before that sleeps with the lock makes others fail after a while, not wait', async () => {
  const sleeper = await pool.connect();
  try {
    await sleeper.query('BEGIN');
    await sleeper.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `balance ${ours.organizationId} a`,
    ]);
    await expect(claim('p', [of('a', '1.00')])).rejects.toMatchObject({ code: '55P03' });
    await sleeper.query('ROLLBACK');
  } finally {
    sleeper.release();
  }
  expect(await claim('p', [of('a', '1.00')])).toBeDefined();
});
