import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import type { Position } from '#kernel';
import { PostgresEventStore } from '#event-store';
import { until } from '#bus/testing/until';
import { event, metadata, openBench, silent, type Bench } from '../testing/bench.js';
import { DatabaseNotifications, type DatabaseNotificationsOptions } from './notifications.js';
import { createPool } from './pool.js';

const LISTENERS =
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'timbra-listener'";

describe('DatabaseNotifications', () => {
  let bench: Bench;
  const open: DatabaseNotifications[] = [];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    // A server notices a moment later that a connection has ended.
    await until(async () => (await bench.pool.query(LISTENERS)).rowCount === 0);
  });
  afterAll(() => bench.dispose());

  const notifications = (over: Partial<DatabaseNotificationsOptions> = {}): DatabaseNotifications => {
    const { url: databaseUrl, pool } = bench;
    const made = new DatabaseNotifications({ databaseUrl, pool, log: silent, ...over });
    open.push(made);
    return made;
  };
  /** What is heard on a channel. */
  const hear = (from: DatabaseNotifications, channel: string): (string | undefined)[] => {
    const heard: (string | undefined)[] = [];
    from.on(channel, (text) => heard.push(text));
    return heard;
  };
  const tell = (channel: string, text: string) =>
    bench.another().pool.query('SELECT pg_notify($1, $2)', [channel, text]);
  const endListeners = () =>
    bench.pool.query(LISTENERS.replace('SELECT pid', 'SELECT pg_terminate_backend(pid)'));

  it('brings what is told on a channel to those who hear it, and begins with a call to look', async () => {
    const listener = notifications();
    const [here, there] = [hear(listener, 'here'), hear(listener, 'There')];
    listener.start();
    await until(() => here.length === 1 && there.length === 1);
    await tell('here', 'one');
    await tell('There', 'two');
    await tell('elsewhere', 'three');
    await tell('here', '');
    await until(() => here.length === 3);
    expect([here, there]).toEqual([
      [undefined, 'one', ''],
      [undefined, 'two'],
    ]);
  });

  it('calls everybody to look after a connection that was lost, with all that was told meanwhile', async () => {
    const listener = notifications({ pauseMs: 5 });
    const heard = hear(listener, 'here');
    listener.start();
    await until(() => heard.length === 1);
    await endListeners();
    await until(() => heard.length === 2);
    await tell('here', 'after');
    await until(() => heard.length === 3);
    expect(heard).toEqual([undefined, undefined, 'after']);
    expect(listener.arrive).toBe(true);
  });

  it('goes on when the server was away at first', async () => {
    const url = new URL(bench.url);
    const listener = notifications({ databaseUrl: url.href.replace(`:${url.port}/`, ':1/'), pauseMs: 1 });
    const heard = hear(listener, 'here');
    const debug = jest.fn();
    const options = (listener as unknown as { options: { databaseUrl: string; log: object } }).options;
    options.log = { debug };
    listener.start();
    await until(() => debug.mock.calls.length > 2);
    expect(listener.arrive).toBe(true);
    options.databaseUrl = bench.url;
    await until(() => heard.length === 1);
  });

  it('says once that notifications do not arrive, and works where they come to arrive later', async () => {
    // As a pooler of transactions: what is sent goes astray.
    const astray = { query: jest.fn(async () => ({ rows: [] })) };
    const warn = jest.fn();
    const log = { warn, debug: jest.fn(), info: jest.fn() } as unknown as typeof silent;
    const listener = notifications({ pool: astray as unknown as pg.Pool, log, probeMs: 5 });
    const heard = hear(listener, 'here');
    listener.start();
    await until(() => !listener.arrive);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(heard).toEqual([]);
    await listener.close();
    expect(astray.query).toHaveBeenCalledTimes(1);
  });
});

describe('PostgresEventStore with notifications', () => {
  let bench: Bench;
  let listener: DatabaseNotifications;
  let store: PostgresEventStore;
  const heard: { position: Position; streams?: readonly string[] | undefined }[] = [];
  beforeAll(async () => {
    bench = await openBench();
  });
  beforeEach(async () => {
    listener = new DatabaseNotifications({
      databaseUrl: bench.url,
      pool: bench.pool,
      log: silent,
      pauseMs: 5,
    });
    store = new PostgresEventStore(bench.pool, undefined, listener);
    store.onAppended((position, streams) => heard.push({ position, streams }));
    listener.start();
    await until(() => heard.length === 1);
    heard.length = 0;
  });
  afterEach(async () => {
    await listener.close();
    await store.close();
    heard.length = 0;
  });
  afterAll(() => bench.dispose());
  let streams = 0;
  const append = (other: PostgresEventStore, prefix: string) =>
    other.append(`${prefix}-${(streams += 1)}`, -1, [event('A'), event('B')], metadata);

  it('hears of the appends of other processes: the newest position, and how their streams begin', async () => {
    const other = bench.another().store;
    const [first, second] = await Promise.all([append(other, 'inbound-mail'), append(other, 'invoice')]);
    await until(() => heard.at(-1)?.position === positionOf(second));
    expect(heard.flatMap(({ streams: told }) => told).sort()).toEqual(['inbound-mail-', 'invoice-']);
    expect(first.kind).toBe('appended');
  });

  it('hears nothing of what was appended in vain, and nothing of a process that is alone', async () => {
    const other = bench.another().store;
    const alone = createPool(bench.url, { applicationName: 'test', max: 1, quiet: true });
    await append(new PostgresEventStore(alone), 'alone');
    await other.append(`invoice-${streams}`, 5, [event('A')], metadata);
    const last = await append(other, 'invoice');
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ position: positionOf(last), streams: ['invoice-'] }]);
    await alone.end();
  });

  it('is told the newest position by a connection that was lost: what was appended meanwhile', async () => {
    const other = bench.another().store;
    await bench.pool.query(LISTENERS.replace('SELECT pid', 'SELECT pg_terminate_backend(pid)'));
    const last = await append(other, 'invoice');
    await until(() => heard.some(({ position }) => position === positionOf(last)));
  });

  it('says only the position where the streams of a commit are too many to name', async () => {
    const other = bench.another().store;
    const last = await Promise.all(
      Array.from({ length: 200 }, (_, n) => append(other, `a-name-that-is-rather-long-${n}`)),
    );
    const newest = last.map(positionOf).reduce((a, b) => (a > b ? a : b));
    await until(() => heard.some(({ position }) => position === newest));
    expect(heard.some(({ streams: told }) => told === undefined)).toBe(true);
  });
});

const positionOf = (outcome: { readonly kind: string; readonly position?: Position }): Position => {
  if (outcome.position === undefined) throw new Error(`the append was a ${outcome.kind}`);
  return outcome.position;
};
