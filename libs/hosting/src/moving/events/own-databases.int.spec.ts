import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readPosition } from '#kernel';
import type { EventStore } from '#event-store';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { takeOwn } from '../../owners/own/take.js';
import type { ServiceName } from '../../owners/services.js';
import { createPool } from '../../postgres/pool.js';
import { migrate } from '../../runtime/migrate.js';
import { migrationsOf } from '../../runtime/migrations.js';
import { withClient } from '../client.js';
import { abandonMove, moveEvents } from '../index.js';
import type { Step } from '../steps.js';
import { MovingBench } from './testing.js';

/** Consumers keep their places in databases of services: all of them go to the other store, or none. */
describe('events move beside databases of services', () => {
  let m: MovingBench;
  const SERVICES = ['customers', 'invoicing', 'webhooks'] as const;
  let owns: ReadonlyMap<ServiceName, TestDatabase>;
  beforeEach(async () => {
    m = await MovingBench.open();
    owns = new Map(
      await Promise.all(SERVICES.map(async (service) => [service, await freshDatabase()] as const)),
    );
    await m.append(12);
    for (const [index, service] of SERVICES.entries())
      await m.setCheckpoint(`${service}.some`, at(5 + index));
    await m.setCheckpoint('invoicing.some@customer/1', at(3), 17n);
    await m.setCheckpoint('shared', at(9));
    for (const [service, { url }] of owns) {
      const consumers = [`${service}.some`];
      await takeOwn({ service, url, sharedUrl: m.bench.url, migrations: migrationsOf([]), consumers });
    }
    // That of webhooks was never started on.
    for (const service of ['customers', 'invoicing'] as const)
      await ofOwn(service, `INSERT INTO platform.followed_store (identity) VALUES ('postgres')`);
  });
  afterEach(async () => {
    await m.dispose();
    await Promise.all([...owns.values()].map((own) => own.drop()));
  });

  /** The position of an event of the table, by its place. */
  const at = (index: number): bigint => BigInt(index + 1);
  const ofOwn = async <Row extends pg.QueryResultRow>(service: ServiceName, sql: string): Promise<Row[]> =>
    withClient(owns.get(service)?.url ?? '', async (client) => (await client.query<Row>(sql)).rows);
  const moveAll = (
    onStep: (step: Step) => void = () => undefined,
    without?: ServiceName,
    to: 'postgres' | 'eventstoredb' = 'eventstoredb',
  ) => ({
    ...m.move(to, onStep),
    findOwn: (service: ServiceName) => {
      const own = service === without ? undefined : owns.get(service);
      return own && { url: own.url, migrations: migrationsOf([]) };
    },
  });
  const stores = async () => [
    await m.followed(),
    ...(await Promise.all(
      SERVICES.map(
        async (service) =>
          (await ofOwn<{ identity: string }>(service, 'SELECT identity FROM platform.followed_store'))[0]
            ?.identity,
      ),
    )),
  ];
  /** How many events each consumer gets from where it is on, by its name. */
  const toCome = async (service: ServiceName, store: EventStore): Promise<Record<string, number>> => {
    const rows = await ofOwn<{ name: string; position: string }>(
      service,
      'SELECT name, position FROM platform.checkpoints',
    );
    const entries = rows.map(async ({ name, position }) => {
      return [name, (await store.readFeed(readPosition(position), 1_000)).length] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  const inEach = async (store: EventStore) =>
    Object.assign({}, ...(await Promise.all(SERVICES.map((service) => toCome(service, store)))));

  it('each consumer continues with the next event, wherever its place is kept, and back', async () => {
    const all = (await m.bench.store.readFeed(0n, 1_000)).length;
    const expected = {
      ...{ 'customers.some': all - 6, 'invoicing.some': all - 7, 'webhooks.some': all - 8 },
      'invoicing.some@customer/1': all - 4,
    };
    await moveEvents(moveAll());
    expect(await stores()).toEqual(Array(4).fill('eventstoredb timbra'));
    expect(await inEach(m.other)).toEqual(expected);
    expect(await ofOwn('invoicing', 'SELECT FROM platform.checkpoints WHERE log_offset > 0')).toEqual([]);
    expect(await m.ahead('shared', m.other)).toHaveLength(all - 10);
    await moveEvents(moveAll(undefined, undefined, 'postgres'));
    expect(await stores()).toEqual(Array(4).fill('postgres'));
    expect(await inEach(m.bench.store)).toEqual(expected);
  });

  it('ended between two databases, it is finished by the next run, and can not be given up', async () => {
    const expected = await inEach(m.bench.store);
    // Databases end their transactions from the last to the first.
    await ofOwn(
      'customers',
      `CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'died'; END $$;
       CREATE CONSTRAINT TRIGGER dies AFTER UPDATE ON platform.followed_store
       DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.die()`,
    );
    await expect(moveEvents(moveAll())).rejects.toThrow('died');
    expect(await stores()).toEqual(['postgres', 'postgres', ...Array(2).fill('eventstoredb timbra')]);
    await expect(migrate(m.bench.url, migrationsOf([]))).rejects.toThrow('is not finished');
    await expect(abandonMove(m.bench.url)).rejects.toThrow('this move can only be finished. Run it again.');
    await ofOwn('customers', 'DROP FUNCTION public.die CASCADE');
    await moveEvents(moveAll());
    expect(await stores()).toEqual(Array(4).fill('eventstoredb timbra'));
    expect(await inEach(m.other)).toEqual(expected);
    expect(await migrate(m.bench.url, migrationsOf([]))).toBe(0);
  });

  it('is refused in a sentence where one is not named, is another one, or is worked on', async () => {
    await expect(moveEvents(moveAll(undefined, 'invoicing'))).rejects.toThrow(
      'invoicing has worked in a database of its own: set DATABASE_URL_INVOICING to it.',
    );
    await ofOwn('customers', `UPDATE timbra_own.database SET database = gen_random_uuid()`);
    await expect(moveEvents(moveAll())).rejects.toThrow(
      'The database of DATABASE_URL_CUSTOMERS is not the one that customers has worked with',
    );
    await withClient(m.bench.url, (client) =>
      client.query(`DELETE FROM platform.own_databases WHERE service = 'customers'`),
    );
    const service = createPool(owns.get('invoicing')?.url ?? '', { applicationName: 'timbra-invoicing' });
    await service.query('SELECT 1');
    await expect(moveEvents(moveAll())).rejects.toThrow('stop every process first. Connected are timbra-in');
    await service.end();
    expect(m.double.log.stream('timbra.invoice-a')).toHaveLength(0);
    expect(await migrate(m.bench.url, migrationsOf([]))).toBe(0);
  });
});
