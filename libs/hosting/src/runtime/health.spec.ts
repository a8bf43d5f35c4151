import { describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { InProcessBus, type BusStatus } from '#bus';
import type { EventStore } from '#event-store';
import type { FeedStatus } from '#eventing';
import { alive, healthOf, readiness, type Examined } from './health.js';

describe('readiness', () => {
  const consumer = (over: Partial<FeedStatus> = {}): FeedStatus => ({
    name: 'invoices',
    position: readPosition(5_000n),
    failures: 0,
    lastError: undefined,
    background: false,
    failingMs: 0,
    ...over,
  });
  const process = (over: {
    head?: () => Promise<bigint>;
    consumers?: readonly FeedStatus[];
    sweptAt?: number | undefined;
    bus?: Partial<BusStatus>;
    probe?: Examined['probe'];
    poolWaits?: Examined['poolWaits'];
  }): Examined => ({
    bus: { status: () => ({ ...new InProcessBus().status(), ...over.bus }) },
    store: { head: over.head ?? (async () => 5_000n) } as EventStore,
    feed: { status: () => [...(over.consumers ?? [consumer()])] },
    dispatcher: { status: () => ({ sweptAt: 'sweptAt' in over ? over.sweptAt : Date.now(), inFlight: 3 }) },
    ...(over.probe && { probe: over.probe }),
    ...(over.poolWaits && { poolWaits: over.poolWaits }),
  });

  it('is there when the database answers and all have caught up', async () => {
    expect(await readiness(process({}))).toMatchObject({
      ready: true,
      checks: {
        database: { ok: true, problem: null },
        connections: { ok: true, waiting: [] },
        events: { ok: true },
        feed: { ok: true, lag: 0, behind: [], failing: [] },
        dispatcher: { ok: true, inFlight: 3 },
        bus: { ok: true, pending: 0 },
      },
    });
  });

  it.each([
    ['fails', () => Promise.reject(new Error('password authentication failed for "timbra"'))],
    ['does not answer', () => new Promise<bigint>(() => undefined)],
  ])('is not when the event store %s, and tells nothing of why', async (_, head) => {
    const result = await readiness(process({ head }), { databaseTimeoutMs: 20 });
    expect(result).toMatchObject({ ready: false, checks: { events: { ok: false }, feed: { behind: [] } } });
    expect(JSON.stringify(result)).not.toContain('timbra');
  });

  it('is not while lanes find out where they are, or have many messages before them', async () => {
    const follower = (behind: number | undefined, more: Partial<FeedStatus> = {}) =>
      consumer({ name: 'customers', position: undefined, lanes: { behind }, ...more });
    const look = async (one: FeedStatus) => readiness(process({ consumers: [consumer(), one] }));
    expect(await look(follower(undefined))).toMatchObject({
      ready: false,
      checks: { feed: { behind: ['customers'], failing: [] } },
    });
    expect(await look(follower(1_001))).toMatchObject({ ready: false, checks: { feed: { lag: 1_001 } } });
    expect(await look(follower(3, { failures: 4 }))).toMatchObject({
      ready: true,
      checks: { feed: { lag: 3, behind: [], failing: ['customers'] } },
    });
  });

  it('is not while events of other services do not come, and the process is alive while they may', async () => {
    const topics = { connected: false, alive: true };
    const examined = { ...process({}), topics };
    expect(await readiness(examined)).toMatchObject({ ready: false, checks: { bus: { ok: false } } });
    expect(alive(examined)).toBe(true);
    expect(alive({ ...examined, topics: { connected: false, alive: false } })).toBe(false);
    expect(await readiness({ ...examined, topics: { connected: true, alive: true } })).toMatchObject({
      ready: true,
    });
  });

  it('is not when the database takes no writes, and says why', async () => {
    const probe = { look: async () => ({ problem: 'disk_full' as const, answeredInMs: 4 }) };
    expect(await readiness(process({ probe }))).toMatchObject({
      ready: false,
      checks: { database: { ok: false, problem: 'disk_full', answeredInMs: 4 } },
    });
  });

  it('is not while queries of a pool get no connection, and names the pool', async () => {
    const poolWaits = { rows: () => 10, gateway: () => 2_001 };
    expect(await readiness(process({ poolWaits }))).toMatchObject({
      ready: false,
      checks: { connections: { ok: false, waiting: ['gateway'] }, database: { ok: true } },
    });
  });

  it('is found out once for all who ask together, but that the process goes is told at once', async () => {
    let looks = 0;
    const probe = { look: async () => ({ problem: null, answeredInMs: (looks += 1) }) };
    const examined = { ...process({ probe }), leaving: false };
    const health = healthOf(examined);
    const states = await Promise.all(Array.from({ length: 100 }, () => health.readiness()));
    expect(states.every(({ ready }) => ready)).toBe(true);
    await health.readiness();
    expect(looks).toBe(1);
    examined.leaving = true;
    expect(await health.readiness()).toMatchObject({ ready: false, leaving: true });
  });

  it('is not while a projection is far behind', async () => {
    const consumers = [consumer(), consumer({ name: 'receipts', position: readPosition(3_999n) })];
    expect(await readiness(process({ consumers }))).toMatchObject({
      ready: false,
      checks: { feed: { ok: false, lag: 1_001, behind: ['receipts'] } },
    });
    expect(await readiness(process({ consumers }), { maxLag: 2_000 })).toMatchObject({ ready: true });
  });

  it('is not before a projection knows its position', async () => {
    expect(await readiness(process({ consumers: [consumer({ position: undefined })] }))).toMatchObject({
      ready: false,
      checks: { feed: { behind: ['invoices'] } },
    });
  });

  it('stays while one is far behind that nobody waits for, and names it where it fails', async () => {
    const relay = consumer({ name: 'relay', position: 0n, failures: 2, background: true });
    expect(await readiness(process({ consumers: [consumer(), relay] }))).toMatchObject({
      ready: true,
      checks: { feed: { ok: true, lag: 0, behind: [], failing: ['relay'] } },
    });
  });

  it('is not while one that somebody waits for has failed for longer than 15 s, and is again when it recovers', async () => {
    const at = (failingMs: number, background = false) => {
      const failures = failingMs === 0 ? 0 : 9;
      return readiness(process({ consumers: [consumer({ failures, failingMs, background })] }));
    };
    expect(await at(15_000)).toMatchObject({ ready: true, checks: { feed: { ok: true } } });
    expect(await at(15_001)).toMatchObject({
      ready: false,
      checks: { feed: { ok: false, behind: [], failing: ['invoices'] } },
    });
    expect(await at(0)).toMatchObject({ ready: true, checks: { feed: { ok: true } } });
    expect(await at(60_000, true)).toMatchObject({ ready: true, checks: { feed: { ok: true } } });
  });

  it('names a consumer that fails, and stays while it is not far behind', async () => {
    const consumers = [
      consumer({ failures: 4, lastError: 'value "secret" too long', position: readPosition(4_990n) }),
    ];
    const result = await readiness(process({ consumers }));
    expect(result).toMatchObject({ ready: true, checks: { feed: { lag: 10, failing: ['invoices'] } } });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it.each([undefined, 0])('is not when due commands are not looked for (%p)', async (sweptAt) => {
    expect(await readiness(process({ sweptAt }))).toMatchObject({
      ready: false,
      checks: { dispatcher: { ok: false } },
    });
  });

  it('is not while commands can’t travel', async () => {
    expect(await readiness(process({ bus: { connected: false, pending: 7 } }))).toMatchObject({
      ready: false,
      checks: { bus: { ok: false, pending: 7 } },
    });
  });
});

describe('readiness of a process that can publish events', () => {
  const process = (unpublishedMs: () => Promise<number>, more: { soleInstance?: boolean } = {}) => ({
    bus: { status: () => new InProcessBus().status() },
    store: { head: async () => 0n } as EventStore,
    feed: { status: () => [] },
    dispatcher: { status: () => ({ sweptAt: Date.now(), inFlight: 0 }) },
    publisher: { active: false, maxAgeMs: 30_000, unpublishedMs },
    ...more,
  });

  it('is there while no event waits for longer than the limit', async () => {
    expect(await readiness(process(async () => 30_000))).toMatchObject({
      ready: true,
      checks: { publisher: { ok: true, active: false, oldestUnpublishedMs: 30_000, limitMs: 30_000 } },
    });
  });

  it('is not when one does, and says for how long: also in a process that stands by', async () => {
    const says = 'Events are not published: the oldest one that waits was stored 75 s ago, more than 30 s.';
    expect(await readiness(process(async () => 75_400))).toMatchObject({
      ready: false,
      checks: { publisher: { ok: false, active: false, says } },
    });
  });

  it('is not when the database does not say it in time', async () => {
    const hanging = process(() => new Promise<number>(() => undefined));
    expect(await readiness(hanging, { databaseTimeoutMs: 20 })).toMatchObject({
      ready: false,
      checks: { publisher: { ok: false, says: expect.stringMatching(/did not say/) } },
    });
  });

  it('does not take the API from callers where all services are one process', async () => {
    expect(await readiness(process(async () => 75_400, { soleInstance: true }))).toMatchObject({
      ready: true,
      checks: { publisher: { ok: false } },
    });
  });
});

describe('alive', () => {
  it('is a process whose bus recovers by itself', () => {
    const { bus } = { bus: new InProcessBus() };
    expect(alive({ bus })).toBe(true);
    expect(alive({ bus: { status: () => ({ ...bus.status(), connected: false }) } })).toBe(true);
    expect(alive({ bus: { status: () => ({ ...bus.status(), alive: false }) } })).toBe(false);
  });
});
