import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock, ok, refuse, systemNow } from '#kernel';
import { InProcessBus } from '#bus';
import type { AnyCommands, Command, CommandOutcome } from '#contracts';
import { positionOf } from '../feed/place.js';
import { until } from '#bus/testing/until';
import { deliver, event, metadata, openBench, silent, tenant, type Bench } from '#hosting/testing/bench';
import { CommandDispatcher, retryDelayMs, type DispatcherOptions as OptionsOf } from './dispatcher.js';
import type { Effect, ProcessManager as ProcessManagerOf } from './process-manager.js';
import { ProcessRunner } from './runner.js';

// Commands of the spec's own.
type ProcessManager = ProcessManagerOf<AnyCommands>;
type DispatcherOptions = OptionsOf<AnyCommands>;
const send = (type: string, key: string, data: unknown): Effect<AnyCommands> => ({
  kind: 'send',
  command: { type, key, data },
});
const schedule = (at: string, type: string, key: string, data: unknown): Effect<AnyCommands> => ({
  kind: 'schedule',
  at,
  command: { type, key, data },
});
const ignore = (reason: string): Effect<AnyCommands> => ({ kind: 'ignore', reason });

/** Orders a parcel for every order, and a reminder three days later. */
const shipping: ProcessManager = {
  name: 'shipping',
  streams: ['order-'],
  react: ({ type, streamId, recordedAt }) => {
    if (type === 'Paid')
      return [send('parcels.Pack', streamId, { from: type }), send('mail.Thank', streamId, null)];
    if (type === 'Packed')
      return [
        schedule(new Date(recordedAt.getTime() + 3 * 86_400_000).toISOString(), 'mail.Remind', streamId, 1),
      ];
    return [ignore('nothing to ship')];
  },
};

describe('process managers', () => {
  let bench: Bench;
  let clock: FixedClock;
  let handled: Command[];
  let dispatchers: CommandDispatcher<AnyCommands>[];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(() => {
    clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
    handled = [];
    dispatchers = [];
  });
  afterEach(async () => {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
    await bench.pool.query(
      'DELETE FROM platform.pending_commands; DELETE FROM platform.checkpoints; DELETE FROM event_store.events',
    );
  });

  const bus = (answer: (command: Command) => CommandOutcome | Promise<CommandOutcome>, types = ALL) => {
    const made = new InProcessBus<AnyCommands>();
    for (const type of types)
      made.serve(type, async (command) => {
        handled.push(command);
        return answer(command);
      });
    return made;
  };
  const dispatcher = (
    over: Partial<DispatcherOptions> & Pick<DispatcherOptions, 'bus'>,
  ): CommandDispatcher<AnyCommands> => {
    const made = new CommandDispatcher<AnyCommands>({
      pool: bench.pool,
      log: silent,
      clock,
      systemNow: clock.now,
      instance: `instance-${dispatchers.length}`,
      soleInstance: false,
      sweepMs: 5,
      ...over,
    });
    dispatchers.push(made);
    return made;
  };
  /** What the feed hub does: delivers what comes after the checkpoint. */
  const run = async (by: CommandDispatcher<AnyCommands>, process = shipping): Promise<void> => {
    const runner = new ProcessRunner(bench.pool, process, by, head);
    const events = await bench.store.readFeed(positionOf(await runner.start()), 100);
    if (events.length > 0) await deliver(runner, events);
  };
  const head = () => bench.store.head();
  const happens = (type: string, stream = 'order-1', revision = -1) =>
    bench.store.append(stream, revision, [event(type)], metadata);
  const pending = async () =>
    (
      await bench.pool.query<{ type: string; attempts: number; last_error: string | null; due_at: Date }>(
        `SELECT command->>'type' AS type, attempts, last_error, due_at FROM platform.pending_commands ORDER BY 1`,
      )
    ).rows;
  const leases = async (): Promise<Date[]> =>
    (
      await bench.pool.query<{ leased_until: Date }>(
        'SELECT leased_until FROM platform.pending_commands WHERE leased_until IS NOT NULL',
      )
    ).rows.map(({ leased_until: until }) => until);
  const allDone = () => until(async () => (await pending()).length === 0);
  const done = ok({ data: undefined });

  it('send commands for events, with the tenant and the request that caused them', async () => {
    const sending = dispatcher({ bus: bus(() => done) });
    await happens('Paid');
    await happens('Lost', 'other-1');
    await run(sending);
    await allDone();
    expect(handled).toMatchObject([
      { type: 'parcels.Pack', key: 'order-1', tenant, actor: 'process:shipping', correlationId: 'request-1' },
      { type: 'mail.Thank', key: 'order-1', data: null, time: '2026-11-21T12:00:00.000Z' },
    ]);
  });

  it('send large commands whole, at once and after a restart', async () => {
    const items = Array.from({ length: 30_000 }, (_, n) => `ítem ${n}`);
    const large: ProcessManager = { ...shipping, react: () => [send('parcels.Pack', 'order-1', { items })] };
    let fails = true;
    const answering = bus(() => (fails ? Promise.reject(new Error('not yet')) : done));
    await happens('Paid');
    const first = dispatcher({ bus: answering });
    await run(first, large);
    await until(async () => (await pending())[0]?.last_error === 'not yet');
    expect(await pending()).toMatchObject([{ type: 'parcels.Pack' }]);
    await first.stop();
    fails = false;
    clock.advance(60_000);
    await dispatcher({ bus: answering }).start();
    await allDone();
    expect(handled.map(({ data }) => data)).toEqual([{ items }, { items }]);
  });

  it('that tell people something begin with the next event, once and for all', async () => {
    const telling: ProcessManager = { ...shipping, begins: 'now' };
    const sending = dispatcher({ bus: bus(() => done) });
    await happens('Paid', 'order-1');
    await run(sending, telling);
    await happens('Paid', 'order-2');
    // The start after this one takes up where the first has begun, whatever has happened meanwhile.
    await run(sending, telling);
    await allDone();
    expect(new Set(handled.map(({ key }) => key))).toEqual(new Set(['order-2']));
  });

  it('send nothing twice for an event that comes again', async () => {
    const sending = dispatcher({ bus: bus(() => done) });
    await happens('Paid');
    const runner = new ProcessRunner(bench.pool, shipping, sending, head);
    const events = await bench.store.readFeed(positionOf(await runner.start()), 100);
    await deliver(runner, events);
    await allDone();
    const twin = new ProcessRunner(bench.pool, shipping, sending, head);
    await twin.start();
    await bench.pool.query('UPDATE platform.checkpoints SET position = 0');
    await twin.start();
    await deliver(twin, events);
    await until(() => handled.length === 4);
    // The same ids again: handlers recognise them.
    expect(handled[2]?.id).toBe(handled[0]?.id);
    expect(handled[3]?.id).toBe(handled[1]?.id);
    expect(handled[0]?.id).not.toBe(handled[1]?.id);
  });

  it('keep neither commands nor checkpoint when the transaction fails', async () => {
    const sending = dispatcher({ bus: bus(() => done) });
    await happens('Paid');
    const runner = new ProcessRunner(bench.pool, shipping, sending, head);
    const events = await bench.store.readFeed(positionOf(await runner.start()), 100);
    await bench.pool.query(`UPDATE platform.checkpoints SET position = 999 WHERE name = 'shipping'`);
    await expect(deliver(runner, events)).rejects.toThrow(/moved/);
    expect([await pending(), handled]).toEqual([[], []]);
  });

  it.each([
    ['at once when nobody else works on the database', true],
    ['when the lease has run out, otherwise', false],
  ])('lose nothing when the process dies after the commit: done %s', async (_, soleInstance) => {
    // A dispatcher that leases the commands and never gets to send them.
    const dead = dispatcher({ bus: bus(() => done) });
    dead.dispatch = () => undefined;
    await happens('Paid');
    await run(dead);
    expect(await pending()).toHaveLength(2);
    const heir = dispatcher({ bus: bus(() => done), soleInstance });
    await heir.start();
    if (!soleInstance) {
      expect(handled).toEqual([]);
      await bench.pool.query(`UPDATE platform.pending_commands SET leased_until = now() - interval '1 ms'`);
    }
    await allDone();
    expect(handled.map(({ type }) => type).sort()).toEqual(['mail.Thank', 'parcels.Pack']);
  });

  it('end a command that was refused', async () => {
    const sending = dispatcher({ bus: bus(() => refuse('conflict')) });
    await sending.start();
    await happens('Paid');
    await run(sending);
    await allDone();
    expect(handled).toHaveLength(2);
  });

  it('try a command that failed again, later and later, with the same id', async () => {
    let faults = 3;
    const sending = dispatcher({
      bus: bus(({ type }) => {
        if (type === 'parcels.Pack' && (faults -= 1) >= 0) throw new Error('the printer burns');
        return done;
      }),
    });
    await sending.start();
    await happens('Paid');
    await run(sending);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await until(async () => (await pending())[0]?.attempts === attempt);
      const [waiting] = await pending();
      expect(waiting).toMatchObject({ type: 'parcels.Pack', last_error: 'the printer burns' });
      expect(waiting!.due_at.getTime() - clock.now().getTime()).toBe(retryDelayMs(attempt));
      clock.advance(retryDelayMs(attempt) - 1);
      const swept = sending.status().sweptAt!;
      await until(() => sending.status().sweptAt! > swept + 5);
      expect(handled).toHaveLength(1 + attempt);
      clock.advance(1);
    }
    await allDone();
    const packs = handled.filter(({ type }) => type === 'parcels.Pack');
    expect(packs).toHaveLength(4);
    expect(new Set(packs.map(({ id }) => id)).size).toBe(1);
    // A later delivery is asked at a later time.
    expect(packs[3]!.time > packs[0]!.time).toBe(true);
  });

  it('wait with a scheduled command until its time, over a restart', async () => {
    const first = dispatcher({ bus: bus(() => done) });
    await first.start();
    await happens('Packed');
    const [packed] = await bench.store.read('order-1');
    clock.advance(packed!.recordedAt.getTime() - clock.now().getTime());
    await run(first);
    await first.stop();
    const second = dispatcher({ bus: bus(() => done), soleInstance: true });
    await second.start();
    clock.advance(3 * 86_400_000 - 1);
    const swept = second.status().sweptAt!;
    await until(() => second.status().sweptAt! > swept + 5);
    expect([handled, (await pending()).length]).toEqual([[], 1]);
    clock.advance(1);
    await allDone();
    expect(handled).toMatchObject([{ type: 'mail.Remind', data: 1 }]);
  });

  it('leave a command that nothing here handles to another process', async () => {
    const parcelsOnly = dispatcher({ bus: bus(() => done, ['parcels.Pack']) });
    await parcelsOnly.start();
    await happens('Paid');
    await run(parcelsOnly);
    await until(
      async () => (await pending()).length === 1 && (await pending())[0]?.last_error === 'no handler',
    );
    expect(await pending()).toMatchObject([{ type: 'mail.Thank', attempts: 0 }]);
    clock.advance(1_000);
    const mail = dispatcher({ bus: bus(() => done, ['mail.Thank']), pool: bench.another().pool });
    await mail.start();
    await until(async () => {
      clock.advance(1_000);
      return (await pending()).length === 0;
    });
    expect(handled.map(({ type }) => type)).toEqual(['parcels.Pack', 'mail.Thank']);
  });

  it('share the table between processes without doing a command twice', async () => {
    const process: ProcessManager = {
      name: 'many',
      streams: ['order-'],
      react: ({ streamId }) =>
        Array.from({ length: 60 }, (_, n) => send('mail.Thank', `${streamId}-${n}`, n)),
    };
    const full = dispatcher({ bus: bus(() => done), maxInFlight: 0 });
    for (let n = 0; n < 10; n += 1) await happens('Paid', `order-${n}`);
    await run(full, process);
    expect(await pending()).toHaveLength(600);
    const sharing = [1, 2, 3].map(() => dispatcher({ bus: bus(() => done), pool: bench.another().pool }));
    await Promise.all(sharing.map((one) => one.start()));
    await allDone();
    expect(handled).toHaveLength(600);
    expect(new Set(handled.map(({ id }) => id)).size).toBe(600);
  });

  it('are not held up by commands for a service that is dead', async () => {
    const many: ProcessManager = {
      name: 'both',
      streams: ['order-'],
      react: ({ streamId }) => [
        ...Array.from({ length: 30 }, (_, n) => send('parcels.Pack', `${streamId}-${n}`, n)),
        send('mail.Thank', streamId, null),
      ],
    };
    let release = (): void => undefined;
    const opened = new Promise<void>((resolve) => (release = resolve));
    const sending = dispatcher({
      bus: bus(({ type }) => (type === 'mail.Thank' ? done : opened.then(() => done))),
      maxInFlight: 5,
    });
    await sending.start();
    for (let n = 0; n < 10; n += 1) await happens('Paid', `order-${n}`);
    await run(sending, many);
    await until(() => handled.filter(({ type }) => type === 'mail.Thank').length === 10);
    await until(async () => (await pending()).length === 300);
    // What is stored and what is found due may each fill it at one moment.
    expect(handled.filter(({ type }) => type === 'parcels.Pack').length).toBeLessThanOrEqual(10);
    release();
    await allDone();
    expect(handled).toHaveLength(310);
  });

  it('leave what they were to send to others once they have slept longer than their lease', async () => {
    const woken = dispatcher({ bus: bus(() => done), leaseMs: 2_000, sweepMs: 60_000 });
    await happens('Paid');
    const runner = new ProcessRunner(bench.pool, shipping, woken, head);
    const events = await bench.store.readFeed(positionOf(await runner.start()), 100);
    const dispatch = woken.dispatch.bind(woken);
    woken.dispatch = (leased) => dispatch({ ...leased, askedAt: leased.askedAt - 2_001 });
    await deliver(runner, events);
    expect(handled).toEqual([]);
    expect(woken.status().inFlight).toBe(0);
  });

  it('do not free the lease of another when they wake', async () => {
    let release = (): void => undefined;
    const failing = new Promise<never>((_, reject) => {
      release = () => reject(new Error('no answer in time'));
    });
    const slow = dispatcher({ bus: bus(() => failing), sweepMs: 60_000 });
    await happens('Paid');
    await run(slow);
    await until(() => handled.length === 2);
    // Its lease ran out while it slept, and another has taken the commands.
    await bench.pool.query(
      `UPDATE platform.pending_commands SET leased_by = 'another', leased_until = now() + interval '1 hour'`,
    );
    release();
    await until(() => slow.status().inFlight === 0);
    expect(await leases()).toHaveLength(2);
    expect(await pending()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  });

  it('are tried again when they are due, and follow when there is room, without waiting for the next look', async () => {
    let failures = 2;
    const failing = bus(() => ((failures -= 1) >= 0 ? Promise.reject(new Error('not yet')) : done));
    // As a process works: by the time that passes.
    const sending = dispatcher({ bus: failing, maxInFlight: 1, sweepMs: 60_000, systemNow });
    await sending.start();
    for (let n = 0; n < 4; n += 1) await happens('Paid', `order-${n}`);
    await run(sending);
    await allDone();
    expect(handled).toHaveLength(10);
  });

  it('stop after the commands under way, and leave the rest in the table', async () => {
    let release = (): void => undefined;
    const opened = new Promise<void>((resolve) => (release = resolve));
    const stopping = dispatcher({ bus: bus(() => opened.then(() => done)) });
    await stopping.start();
    await happens('Paid');
    await run(stopping);
    await until(() => handled.length === 2);
    const stopped = stopping.stop();
    await happens('Paid', 'order-2');
    await run(stopping);
    release();
    await stopped;
    expect((await pending()).map(({ type }) => type)).toEqual(['mail.Thank', 'parcels.Pack']);
    expect(handled.every(({ key }) => key === 'order-1')).toBe(true);
  });

  it('keep a command that takes longer than its lease from other processes, and leave it to them when they die', async () => {
    let release = (): void => undefined;
    const opened = new Promise<void>((resolve) => (release = resolve));
    const slow = dispatcher({ bus: bus(() => opened.then(() => done)), leaseMs: 2_000 });
    await slow.start();
    await happens('Paid');
    await run(slow);
    await until(() => handled.length === 2);
    const other = dispatcher({ bus: bus(() => done), pool: bench.another().pool, leaseMs: 2_000 });
    await other.start();
    const [leasedUntil] = await leases();
    await until(async () =>
      (await leases()).every((until) => until.getTime() > leasedUntil!.getTime() + 2_000),
    );
    expect(handled).toHaveLength(2);
    // It dies: nothing renews its leases any more.
    clearInterval((slow as unknown as { sweeper: NodeJS.Timeout }).sweeper);
    await allDone();
    expect(handled).toHaveLength(4);
    release();
  });

  it('stop without an answer that does not come, and free the command for others', async () => {
    let release = (): void => undefined;
    const opened = new Promise<void>((resolve) => (release = resolve));
    const stuck = dispatcher({ bus: bus(() => opened.then(() => done)), stopMs: 10 });
    await stuck.start();
    await happens('Paid');
    await run(stuck);
    await until(() => handled.length === 2);
    await stuck.stop();
    const next = dispatcher({ bus: bus(() => done), pool: bench.another().pool });
    await next.start();
    await allDone();
    expect(handled).toHaveLength(4);
    release();
  });
});

const ALL = ['parcels.Pack', 'mail.Thank', 'mail.Remind'];
