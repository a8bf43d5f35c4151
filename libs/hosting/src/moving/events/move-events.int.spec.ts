import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readPosition, START, writePosition } from '#kernel';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { EventStore } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb/eventstoredb-event-store';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { createPool } from '../../postgres/pool.js';
import { migrate } from '../../runtime/migrate.js';
import { migrationsOf } from '../../runtime/migrations.js';
import { event, metadata, openBench, type Bench } from '../../testing/bench.js';
import { takeOwn } from '../../owners/own/take.js';
import type { ServiceName } from '../../owners/services.js';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { withClient } from '../client.js';
import { abandonMove, checkEvents, moveEvents } from '../index.js';
import type { Step } from '../steps.js';
import { compareStores, type NamedStore } from './compare.js';
import { eventsOf, hashOf } from './feed.js';

/** Events in PostgreSQL, and consumers at different places, are taken to EventStoreDB (the double of it) and back. */
describe('events move to another store', () => {
  let bench: Bench;
  let double: EventStoreDbDouble;
  let other: EventStoreDbEventStore;
  beforeEach(async () => {
    [bench, double] = await Promise.all([openBench(), EventStoreDbDouble.start()]);
    other = new EventStoreDbEventStore({ url: double.url });
    await bench.pool.query(`INSERT INTO platform.followed_store (identity) VALUES ('postgres')`);
  });
  afterEach(async () => {
    await other.close();
    await Promise.all([bench.dispose(), double.stop()]);
  });

  const move = (
    to: 'postgres' | 'eventstoredb' = 'eventstoredb',
    onStep: (step: Step) => void = () => undefined,
  ) => ({
    ...{ url: bench.url, migrations: migrationsOf([]), to, onStep, findOwn: () => undefined },
    eventStoreDb: { kind: 'eventstoredb', url: double.url, prefix: 'timbra' } as const,
  });
  const hashesOf = async (store: Pick<EventStore, 'readFeed'>): Promise<string[]> => {
    const hashes: string[] = [];
    for await (const one of eventsOf('a store', store)) hashes.push(hashOf(one));
    return hashes;
  };
  const followed = async (): Promise<string | undefined> =>
    (await bench.pool.query<{ identity: string }>('SELECT identity FROM platform.followed_store')).rows[0]
      ?.identity;

  /** So many rounds of appends to three streams, some of several events; every tenth event is larger than an append may be. */
  const append = async (rounds: number, store: EventStore = bench.store): Promise<void> => {
    const revisions = new Map<string, number>();
    for (let n = 0; n < rounds; n += 1) {
      const stream = ['invoice-a', 'customer-b', 'invoice-c'][n % 3] ?? '';
      const from = revisions.get(stream) ?? (await store.read(stream)).length - 1;
      const events = Array.from({ length: 1 + (n % 4) }, (_, i) =>
        event(`Thing${n}@2`, { n, i, text: n % 10 === 9 ? randomUUID().repeat(60_000) : 'ñandú' }),
      );
      const traced = n % 2 === 0 ? metadata : { ...metadata, commandId: `c-${n}`, traceparent: `00-${n}` };
      await store.append(stream, from, events, traced);
      revisions.set(stream, from + events.length);
    }
  };
  const setCheckpoint = (name: string, position: bigint, offset: bigint | null = null) =>
    bench.pool.query(
      `INSERT INTO platform.checkpoints (name, position, log_offset) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET position = $2, log_offset = $3`,
      [name, String(position), offset],
    );
  /** What a consumer gets from here on. */
  const ahead = async (name: string, store: EventStore): Promise<string[]> => {
    const { rows } = await bench.pool.query<{ position: string; log_offset: string | null }>(
      'SELECT position, log_offset FROM platform.checkpoints WHERE name = $1',
      [name],
    );
    expect(rows[0]?.log_offset).toBeNull();
    return (await store.readFeed(readPosition(rows[0]?.position ?? '-1'), 1_000)).map(({ id }) => id);
  };

  it('as they are, and each consumer continues with the next event', async () => {
    await append(12);
    const feed = await bench.store.readFeed(0n, 1_000);
    const at = (index: number): bigint => BigInt(writePosition(feed[index]?.position ?? START));
    await setCheckpoint('none', 0n);
    await setCheckpoint('some', at(7));
    await setCheckpoint('rebuilt', at(9) - 1n);
    await setCheckpoint('all', at(feed.length - 1));
    await setCheckpoint('a lane@invoice/3', at(4), 17n);

    const moved = await moveEvents(move());
    expect(moved).toMatchObject({ events: feed.length, copied: feed.length, streams: 3 });
    expect(await hashesOf(other)).toEqual(feed.map(hashOf));
    expect(await followed()).toBe('eventstoredb timbra');
    const ids = feed.map(({ id }) => id);
    expect(await ahead('none', other)).toEqual(ids);
    expect(await ahead('some', other)).toEqual(ids.slice(8));
    expect(await ahead('rebuilt', other)).toEqual(ids.slice(9));
    expect(await ahead('all', other)).toEqual([]);
    expect(await ahead('a lane@invoice/3', other)).toEqual(ids.slice(5));
  });

  it('and back, with what has come since, as often as one likes', async () => {
    await append(7);
    await moveEvents(move());
    const before = (await hashesOf(other)).length;
    await append(5, other);
    const third = (await other.readFeed(START, 3)).at(-1)?.position ?? START;
    await setCheckpoint('some', BigInt(writePosition(third)));
    const there = await hashesOf(other);

    expect(await moveEvents(move('postgres'))).toMatchObject({ copied: there.length - before });
    expect(await hashesOf(bench.store)).toEqual(there);
    const ids = (await bench.store.readFeed(0n, 1_000)).map(({ id }) => id);
    expect(await ahead('some', bench.store)).toEqual(ids.slice(3));

    await append(2);
    await moveEvents(move());
    expect(await hashesOf(other)).toEqual(await hashesOf(bench.store));
    await expect(moveEvents(move())).rejects.toThrow('are in "eventstoredb timbra" already');
  });

  it('an event moved keeps its time, and one that is appended there has the time of then', async () => {
    await append(1);
    await bench.pool.query(`UPDATE event_store.events SET recorded_at = '2025-03-04T05:06:07.891234Z'`);
    await moveEvents(move());
    await append(1, other);
    const [moved, appended] = (await other.read('invoice-a')).map(({ recordedAt }) => recordedAt);
    expect(moved?.toISOString()).toBe('2025-03-04T05:06:07.891Z');
    expect(appended?.getFullYear()).toBeGreaterThan(2025);
  });

  it('killed after each step: nothing starts until it was run again, and then all is there once', async () => {
    await append(12);
    // So many that the comparison reports a step.
    const many = Array.from({ length: 500 }, (_, n) => event('Counted', { n }));
    await bench.store.append('product-d', -1, many, metadata);
    const hashes = await hashesOf(bench.store);
    for (const kind of ['marked', 'events', 'compared', 'verified'] as const) {
      const dies = (step: Step): void => {
        if (step.kind === kind) throw new Error(`killed after ${kind}`);
      };
      await expect(moveEvents(move('eventstoredb', dies))).rejects.toThrow(`killed after ${kind}`);
      expect(await followed()).toBe('postgres');
      await expect(migrate(bench.url, migrationsOf([]))).rejects.toThrow('is not finished');
    }
    expect(await moveEvents(move())).toMatchObject({ copied: 0, events: hashes.length });
    expect(await hashesOf(other)).toEqual(hashes);
    expect(await migrate(bench.url, migrationsOf([]))).toBe(0);
  });

  it.each(['eventstoredb', 'postgres'] as const)(
    'killed after any event on the way to %s, it continues there',
    async (to) => {
      const [from, target] = to === 'eventstoredb' ? [bench.store, other] : [other, bench.store];
      if (to === 'postgres')
        await bench.pool.query(`UPDATE platform.followed_store SET identity = 'eventstoredb timbra'`);
      await append(8, from);
      const feed = await from.readFeed(0n, 1_000);
      for (let have = 0; have < feed.length; have += 1) {
        // As much as the process before had written.
        await target.takeOver(feed.slice(have, have + 1));
        const dies = (step: Step): void => {
          if (step.kind === 'marked') throw new Error('killed');
        };
        await expect(moveEvents(move(to, dies))).rejects.toThrow('killed');
      }
      expect(await moveEvents(move(to))).toMatchObject({ copied: 0, events: feed.length });
      expect(await hashesOf(target)).toEqual(feed.map(hashOf));
    },
  );

  it('answers of the target that are lost, and a connection that breaks, change nothing', async () => {
    await append(8);
    double.faults.add('append', 'cut-after', 'unavailable', 'cut-before', 'timeout-after', 'no-position');
    await moveEvents(move());
    expect(await hashesOf(other)).toEqual(await hashesOf(bench.store));
  });

  it('a flipped byte is found: the move is refused, and the check names the event', async () => {
    await append(6);
    const dies = (step: Step): void => {
      if (step.kind === 'events') throw new Error('killed');
    };
    await expect(moveEvents(move('eventstoredb', dies))).rejects.toThrow('killed');
    const { data } = double.log.stream('timbra.customer-b')[1]!;
    const at = Buffer.from(data).indexOf('ñandú') + 3;
    data[at] = (data[at] ?? 0) ^ 1;
    await expect(moveEvents(move())).rejects.toThrow('the event customer-b revision 1');
    expect(await followed()).toBe('postgres');
    await expect(checkEvents(move())).rejects.toThrow('PostgreSQL and EventStoreDB differ');
    data[at] = (data[at] ?? 0) ^ 1;
    await moveEvents(move());
    expect(await checkEvents(move())).toMatchObject({ onlyFrom: 0, onlyTo: 0, streams: 3 });
  });

  it('an event that is missing in the middle is found', async () => {
    await append(6);
    await moveEvents(move());
    await bench.pool.query(`DELETE FROM event_store.events WHERE stream_id = 'invoice-c' AND revision = 0`);
    await expect(checkEvents(move())).rejects.toThrow('is in one where');
  });

  it('a stream that is in the feed, and can not be read by itself, is found', async () => {
    await append(6);
    await moveEvents(move());
    const cut = (from: number): NamedStore => ({
      name: 'EventStoreDB',
      store: {
        readFeed: (...place) => other.readFeed(...place),
        head: () => other.head(),
        read: async (streamId) =>
          streamId === 'customer-b' ? (await other.read(streamId)).slice(from) : other.read(streamId),
      },
    });
    const before = { name: 'PostgreSQL', store: bench.store };
    await expect(compareStores(before, cut(2), () => undefined)).rejects.toThrow(
      'the stream customer-b is not the same from revision 0 on',
    );
    await expect(compareStores(before, cut(99), () => undefined)).rejects.toThrow(
      '3 events are in the feed of EventStoreDB, and not in their streams',
    );
  });

  it('a store with events of others is refused, and stays as it is', async () => {
    await append(3);
    await other.append('invoice-x', -1, [event('Foreign')], metadata);
    const before = double.log.all.length;
    await expect(moveEvents(move())).rejects.toThrow(
      'EventStoreDB has events that are not of this installation',
    );
    expect(double.log.all).toHaveLength(before);
    await abandonMove(bench.url);
    expect(await migrate(bench.url, migrationsOf([]))).toBe(0);
    await expect(abandonMove(bench.url)).rejects.toThrow('No move of this installation is under way.');
  });

  it('nothing is moved while a process works on the database, or another move does', async () => {
    await append(1);
    const service = createPool(bench.url, { applicationName: 'timbra-events' });
    await service.query('SELECT 1');
    await expect(moveEvents(move())).rejects.toThrow(
      'stop every process first. Connected are timbra-events (',
    );
    await service.end();
    const during: Promise<unknown>[] = [];
    await moveEvents(
      move('eventstoredb', ({ kind }) => {
        if (kind === 'marked')
          during.push(expect(moveEvents(move())).rejects.toThrow('Another npm run store:move has'));
      }),
    );
    await Promise.all(during);
    expect(during).toHaveLength(1);
    expect(double.log.stream('timbra.invoice-a')).toHaveLength(1);
  });

  describe('beside databases of services', () => {
    const SERVICES = ['customers', 'invoicing', 'webhooks'] as const;
    let owns: ReadonlyMap<ServiceName, TestDatabase>;
    beforeEach(async () => {
      owns = new Map(
        await Promise.all(SERVICES.map(async (service) => [service, await freshDatabase()] as const)),
      );
      await append(12);
      for (const [index, service] of SERVICES.entries())
        await setCheckpoint(`${service}.some`, at(5 + index));
      await setCheckpoint('invoicing.some@customer/1', at(3), 17n);
      await setCheckpoint('shared', at(9));
      for (const [service, { url }] of owns) {
        const consumers = [`${service}.some`];
        await takeOwn({ service, url, sharedUrl: bench.url, migrations: migrationsOf([]), consumers });
      }
      // That of webhooks was never started on.
      for (const service of ['customers', 'invoicing'] as const)
        await ofOwn(service, `INSERT INTO platform.followed_store (identity) VALUES ('postgres')`);
    });
    afterEach(async () => {
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
      ...move(to, onStep),
      findOwn: (service: ServiceName) => {
        const own = service === without ? undefined : owns.get(service);
        return own && { url: own.url, migrations: migrationsOf([]) };
      },
    });
    const stores = async () => [
      await followed(),
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
      const all = (await bench.store.readFeed(0n, 1_000)).length;
      const expected = {
        ...{ 'customers.some': all - 6, 'invoicing.some': all - 7, 'webhooks.some': all - 8 },
        'invoicing.some@customer/1': all - 4,
      };
      await moveEvents(moveAll());
      expect(await stores()).toEqual(Array(4).fill('eventstoredb timbra'));
      expect(await inEach(other)).toEqual(expected);
      expect(await ofOwn('invoicing', 'SELECT FROM platform.checkpoints WHERE log_offset > 0')).toEqual([]);
      expect(await ahead('shared', other)).toHaveLength(all - 10);
      await moveEvents(moveAll(undefined, undefined, 'postgres'));
      expect(await stores()).toEqual(Array(4).fill('postgres'));
      expect(await inEach(bench.store)).toEqual(expected);
    });

    it('ended between two databases, it is finished by the next run, and can not be given up', async () => {
      const expected = await inEach(bench.store);
      // Databases end their transactions from the last to the first.
      await ofOwn(
        'customers',
        `CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'died'; END $$;
         CREATE CONSTRAINT TRIGGER dies AFTER UPDATE ON platform.followed_store
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.die()`,
      );
      await expect(moveEvents(moveAll())).rejects.toThrow('died');
      expect(await stores()).toEqual(['postgres', 'postgres', ...Array(2).fill('eventstoredb timbra')]);
      await expect(migrate(bench.url, migrationsOf([]))).rejects.toThrow('is not finished');
      await expect(abandonMove(bench.url)).rejects.toThrow('this move can only be finished. Run it again.');
      await ofOwn('customers', 'DROP FUNCTION public.die CASCADE');
      await moveEvents(moveAll());
      expect(await stores()).toEqual(Array(4).fill('eventstoredb timbra'));
      expect(await inEach(other)).toEqual(expected);
      expect(await migrate(bench.url, migrationsOf([]))).toBe(0);
    });

    it('is refused in a sentence where one is not named, is another one, or is worked on', async () => {
      await expect(moveEvents(moveAll(undefined, 'invoicing'))).rejects.toThrow(
        'invoicing has worked in a database of its own: set DATABASE_URL_INVOICING to it.',
      );
      await ofOwn('customers', `UPDATE timbra_own.database SET database = gen_random_uuid()`);
      await expect(moveEvents(moveAll())).rejects.toThrow(
        'The database of DATABASE_URL_CUSTOMERS is not the one that customers has worked with',
      );
      await withClient(bench.url, (client) =>
        client.query(`DELETE FROM platform.own_databases WHERE service = 'customers'`),
      );
      const service = createPool(owns.get('invoicing')?.url ?? '', { applicationName: 'timbra-invoicing' });
      await service.query('SELECT 1');
      await expect(moveEvents(moveAll())).rejects.toThrow(
        'stop every process first. Connected are timbra-in',
      );
      await service.end();
      expect(double.log.stream('timbra.invoice-a')).toHaveLength(0);
      expect(await migrate(bench.url, migrationsOf([]))).toBe(0);
    });
  });
});
