import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { FixedClock, ok, refuse, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import { importedInvoiceId, type FiscalDocument, type ImportedInvoice, type SatStanding } from '#contracts';
import { createPool, migrate, migrationsOf } from '#hosting';
import { silent } from '#hosting/testing/bench';
import { SANDBOX_EFOS, withoutLists } from '#sat';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { receptionService } from '../service.js';
import { ListedIssuers } from './efos.js';
import { Watch } from './watch.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = '2026-11-27T18:00:00.000Z';
const ours: Tenant = { organizationId: 'a'.repeat(24), livemode: false };
const live: Tenant = { ...ours, livemode: true };
const uuidOf = (n: number) => `5C5C5C5C-0000-4000-8000-${String(n).padStart(12, '0')}`;
const UNKNOWN: SatStanding = { status: null, checked_at: null, efos: null };
const valid: SatStanding = { status: 'valid', checked_at: at, efos: 'not_listed' };

const PLAIN = { customer: { tax_id: 'URE180429TM6' }, related_documents: [] };

/** As much of an imported document as the watch reads. */
const document = (n: number, sat = UNKNOWN, over: object = {}): ImportedInvoice =>
  ({
    ...{ issuer_type: 'receiving', sat, content: PLAIN },
    issue: { issuer: { tax_id: 'EKU9003173C9' }, totals: { total: '116.00' }, date: at },
    stamp: {
      uuid: uuidOf(n),
      signature: 'c2VsbG8gZGVsIGVtaXNvcg==',
      date: at,
      rfc_provider_cert: 'TSP261101TB0',
    },
    ...over,
  }) as unknown as ImportedInvoice;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, migrationsOf([receptionService]));
  pool = createPool(database.url, { applicationName: 'test', max: 4, onIdleError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE reception.watched, reception.clocks'));

/** A process that watches, beside an authority and an invoicing that do as they are told. */
function bench(clock = new FixedClock(new Date(at))) {
  const asked: string[][] = [];
  const recorded: [key: string, sat: SatStanding][] = [];
  const world = {
    says: (_: FiscalDocument): SatStanding => valid,
    /** Called before a command is handled: the process dies where it never comes back. */
    before: async (_: string): Promise<void> => undefined,
    records: true as boolean | 'absent',
  };
  const bus = {
    send: async (command: { type: string; key: string; data: never }) => {
      await world.before(command.type);
      if (command.type === 'cancellation.query-status') {
        const { documents } = command.data as { documents: readonly FiscalDocument[] };
        asked.push(documents.map(({ uuid }) => uuid));
        return ok({ data: { standings: documents.map(world.says) } });
      }
      if (world.records !== true)
        return refuse(world.records === 'absent' ? 'invoice_not_found' : 'service_unavailable');
      recorded.push([command.key, (command.data as { sat: SatStanding }).sat]);
      return ok({ data: undefined });
    },
  } as unknown as CommandBus;
  const start = () => new Watch(pool, bus, clock, clock.now, new ListedIssuers(withoutLists), silent);
  const watch = start();
  /** All that is due. */
  const lookAll = async (by = watch): Promise<number> => {
    let sum = 0;
    for (let count = 1; count > 0; sum += count) count = await by.lookAtDue();
    return sum;
  };
  return { clock, asked, recorded, world, watch, start, lookAll };
}
const rows = async () =>
  (
    await pool.query<{ uuid: string; step: number; misses: number; next_at: Date }>(
      'SELECT uuid, step, misses, next_at FROM reception.watched ORDER BY uuid',
    )
  ).rows;
const endLeases = () => pool.query("UPDATE reception.watched SET leased_until = now() - interval '1 second'");

describe('received documents', () => {
  it('are asked about when they are due and not before; what is news is recorded, once', async () => {
    const { watch, clock, asked, recorded, lookAll } = bench();
    await watch.begin(ours, [document(1), document(2, valid)]);
    expect(await lookAll()).toBe(1);
    expect(asked).toEqual([[uuidOf(1)]]);
    expect(recorded).toEqual([[importedInvoiceId(ours, uuidOf(1)), valid]]);
    expect(await lookAll()).toBe(0);
    clock.advance(HOUR);
    expect(await lookAll()).toBe(2);
    clock.advance(23 * HOUR);
    expect(await lookAll()).toBe(2);
    expect(recorded).toHaveLength(1);
  });

  it('that another one replaces are asked about at once, as far as they are watched', async () => {
    const { watch, asked, lookAll } = bench();
    await watch.begin(ours, [document(1), document(2)]);
    await lookAll();
    const related_documents = [
      { relationship: '04', documents: [uuidOf(1).toLowerCase(), uuidOf(9)] },
      { relationship: '01', documents: [uuidOf(2)] },
    ];
    await watch.begin(live, [document(4, valid, { content: { ...PLAIN, related_documents } })]);
    expect(await lookAll()).toBe(0);
    await watch.begin(ours, [document(3, valid, { content: { ...PLAIN, related_documents } })]);
    expect(await lookAll()).toBe(1);
    expect(asked.at(-1)).toEqual([uuidOf(1)]);
  });

  it('that are imported twice are watched once, as they were', async () => {
    const { watch, lookAll } = bench();
    await watch.begin(ours, [document(1)]);
    await lookAll();
    await watch.begin(ours, [document(1), document(2)]);
    expect((await rows()).map(({ step }) => step)).toEqual([1, 0]);
  });

  it('that are canceled are recorded, and left alone from then on', async () => {
    const { watch, clock, world, asked, recorded, lookAll } = bench();
    await watch.begin(ours, [document(1, valid)]);
    const canceled: SatStanding = { ...valid, status: 'canceled', cancellation: 'accepted' };
    world.says = () => canceled;
    clock.advance(HOUR);
    await lookAll();
    expect(recorded.map(([, sat]) => sat)).toEqual([canceled]);
    clock.advance(400 * DAY);
    expect([await lookAll(), asked.length, await rows()]).toEqual([0, 1, []]);
  });

  it('are watched to the end of their window, and no longer', async () => {
    const { watch, clock, asked, lookAll } = bench();
    await watch.begin(ours, [document(1)]);
    for (let day = 0; day < 200; day += 1) {
      await lookAll();
      clock.advance(DAY);
    }
    expect(await rows()).toEqual([]);
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.length).toBeLessThan(14);
  });

  it('of our own past are asked about until the authority has them; those that are canceled or known, never', async () => {
    const { watch, world, clock, lookAll } = bench();
    const past = { issuer_type: 'issuing' };
    await watch.begin(ours, [
      document(1, valid, past),
      document(2, UNKNOWN, past),
      document(3, { ...valid, status: 'canceled' }),
    ]);
    expect((await rows()).map(({ uuid }) => uuid)).toEqual([uuidOf(2)]);
    for (const says of [UNKNOWN, { ...valid, status: 'not_found' as const }]) {
      world.says = () => says;
      await lookAll();
      clock.advance(DAY);
    }
    world.says = () => valid;
    expect(await lookAll()).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('whose issuer is on the loaded list are marked, where the service says nothing of it', async () => {
    const { watch, world, recorded, lookAll } = bench();
    const listed = document(1);
    const issue = { ...listed.issue, issuer: { ...listed.issue.issuer, tax_id: SANDBOX_EFOS.Definitivo } };
    await watch.begin(ours, [{ ...listed, issue }]);
    world.says = () => UNKNOWN;
    await lookAll();
    expect(recorded.map(([, sat]) => sat)).toEqual([{ ...UNKNOWN, efos: 'listed' }]);
    world.says = () => valid;
  });

  it('of Live are asked about a few at a time, of Test as many as one question takes', async () => {
    const { watch, asked, lookAll } = bench();
    const many = Array.from({ length: 7 }, (_, n) => document(n));
    await watch.begin(live, many);
    await watch.begin(ours, many);
    await lookAll();
    expect(asked.map(({ length }) => length).sort()).toEqual([1, 3, 3, 7]);
  });
});

describe('nothing is lost, and nothing is asked for ever', () => {
  it('where the authority is silent: it is asked again later, and the step is kept', async () => {
    const { watch, world, clock, lookAll } = bench();
    world.says = () => UNKNOWN;
    await watch.begin(ours, [document(1)]);
    await lookAll();
    expect(await rows()).toMatchObject([{ step: 0, misses: 1 }]);
    clock.advance(15 * 60_000);
    world.says = () => valid;
    await lookAll();
    expect(await rows()).toMatchObject([{ step: 1, misses: 0 }]);
  });

  it('where invoicing does not take the news: it is brought again', async () => {
    const { watch, world, clock, recorded, lookAll } = bench();
    await watch.begin(ours, [document(1)]);
    world.records = false;
    await lookAll();
    clock.advance(HOUR);
    world.records = true;
    await lookAll();
    expect(recorded).toHaveLength(1);
  });

  it('where it is looked at before it is there: it is looked at again soon', async () => {
    const { watch, world, clock, recorded, lookAll } = bench();
    await watch.begin(ours, [document(1)]);
    world.records = 'absent';
    await lookAll();
    world.records = true;
    clock.advance(10_000);
    expect(await lookAll()).toBe(1);
    expect(recorded).toHaveLength(1);
  });

  it('where the import never came through: it is given up after some days', async () => {
    const { watch, world, clock, asked, lookAll } = bench();
    await watch.begin(ours, [document(1)]);
    world.records = 'absent';
    for (let hour = 0; hour < 24 * 6; hour += 1) {
      await lookAll();
      clock.advance(HOUR);
    }
    expect([await rows(), asked.length]).toEqual([[], 5]);
  });

  it('where it is imported anew in the instant in which it is given up: it is watched from its beginning', async () => {
    const { watch, world, clock, recorded, lookAll } = bench();
    await watch.begin(ours, [document(1)]);
    world.records = 'absent';
    for (let look = 0; look < 4; look += 1) {
      await lookAll();
      clock.advance(DAY);
    }
    world.before = async (type) => {
      if (type !== 'invoicing.record-sat-status') return;
      world.before = async () => undefined;
      await watch.begin(ours, [document(1)]);
    };
    await watch.lookAtDue();
    expect(await rows()).toMatchObject([{ misses: 0 }]);
    world.records = true;
    await lookAll();
    expect(recorded).toHaveLength(1);
  });

  it.each(['cancellation.query-status', 'invoicing.record-sat-status'])(
    'where the process dies before %s is answered: another one goes on when its lease is over',
    async (step) => {
      const { watch, start, world, recorded, asked, lookAll } = bench();
      await watch.begin(ours, [document(1)]);
      let arrived: () => void = () => undefined;
      const there = new Promise<void>((resolve) => (arrived = resolve));
      world.before = (type) =>
        type === step ? (arrived(), new Promise(() => undefined)) : Promise.resolve();
      void watch.lookAtDue();
      await there;
      world.before = async () => undefined;
      const other = start();
      expect(await other.lookAtDue()).toBe(0);
      await endLeases();
      expect(await lookAll(other)).toBe(1);
      expect(recorded).toHaveLength(1);
      expect(asked.length).toBeLessThanOrEqual(2);
      expect(await rows()).toMatchObject([{ step: 1 }]);
    },
  );

  it('where it slept beyond its lease: what it learned does not undo what the other one stored', async () => {
    const { watch, start, world, lookAll } = bench();
    await watch.begin(ours, [document(1)]);
    let wake: () => void = () => undefined;
    world.before = (type) =>
      type === 'cancellation.query-status' ? new Promise((resolve) => (wake = resolve)) : Promise.resolve();
    const asleep = watch.lookAtDue();
    await new Promise(setImmediate);
    while ((await pool.query('SELECT FROM reception.watched WHERE lease IS NOT NULL')).rowCount === 0);
    world.before = async () => undefined;
    await endLeases();
    const other = start();
    await lookAll(other);
    wake();
    await asleep;
    expect(await rows()).toMatchObject([{ step: 1 }]);
  });

  it('where two look at the same time: each document is asked about by one of them', async () => {
    const { watch, start, asked } = bench();
    await watch.begin(
      ours,
      Array.from({ length: 60 }, (_, n) => document(n)),
    );
    const all = [watch, start(), start()];
    while ((await Promise.all(all.map((one) => one.lookAtDue()))).some((count) => count > 0));
    const uuids = asked.flat();
    expect([uuids.length, new Set(uuids).size]).toEqual([60, 60]);
  });
});

describe('a test clock', () => {
  it('brings what is due by it, says when the next is, and moves no one else’s', async () => {
    const { watch, asked } = bench();
    const other: Tenant = { ...ours, organizationId: 'b'.repeat(24) };
    for (const tenant of [ours, other, live]) await watch.begin(tenant, [document(1, valid)]);
    const follow = (offset: number) => watch.followClock(ours.organizationId, offset, 5_000);
    const inTest = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
    expect(await follow(0)).toEqual({ next_at: inTest(HOUR), under_way: 0 });
    // Twice is once.
    for (const _ of [1, 2]) expect(await follow(HOUR)).toEqual({ next_at: inTest(DAY), under_way: 0 });
    expect(await follow(DAY)).toEqual({ next_at: inTest(3 * DAY), under_way: 0 });
    expect(asked).toEqual([[uuidOf(1)], [uuidOf(1)]]);
  });
});
