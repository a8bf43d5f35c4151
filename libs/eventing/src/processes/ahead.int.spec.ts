import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deterministicUuid, FixedClock, ok, writePosition } from '#kernel';
import { InProcessBus } from '#bus';
import type { AnyCommands, Command } from '#contracts';
import type { EventStore } from '#event-store';
import { until } from '#bus/testing/until';
import { deliver, event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { Ahead } from '../ahead/ahead.js';
import { positionOf } from '../feed/place.js';
import { CommandDispatcher } from './dispatcher.js';
import type { ProcessManager } from './process-manager.js';
import { ProcessRunner } from './runner.js';

/** Packs what is paid, and tells of it. */
const shipping: ProcessManager<AnyCommands> = {
  name: 'shipping',
  streams: ['order-'],
  ahead: ['Paid'],
  react: ({ type, streamId }) =>
    type === 'Paid' || type === 'Told'
      ? [{ kind: 'send', command: { type: 'parcels.Pack', key: streamId, data: null } }]
      : [],
};

describe('commands that are run while their events are being stored', () => {
  let bench: Bench;
  let store: EventStore;
  let handled: Command[];
  /** Fails that many commands. */
  let failing: number;
  /** Keeps commands from appending. */
  let waiting: Promise<void> | undefined;
  let dispatcher: CommandDispatcher<AnyCommands>;
  let runner: ProcessRunner<AnyCommands>;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());

  const begin = async (limits: { readonly maxInFlight?: number } = {}) => {
    [handled, failing, waiting] = [[], 0, undefined];
    const ahead = new Ahead();
    store = ahead.over(bench.store);
    const bus = new InProcessBus<AnyCommands>();
    bus.serve('parcels.Pack', async (command) => {
      handled.push(command);
      if (failing > 0) {
        failing -= 1;
        throw new Error('no tape left');
      }
      await waiting;
      // As an aggregate does: the event's id follows from the command's, and a second delivery finds it there.
      const packed = { ...event('Packed'), id: deterministicUuid(command.id) };
      await store.append(`parcel-${command.key}`, -1, [packed], { ...metadata, commandId: command.id });
      return ok({ data: undefined });
    });
    const clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
    dispatcher = new CommandDispatcher<AnyCommands>({
      ...{ pool: bench.pool, bus, log: silent, clock, systemNow: clock.now },
      ...{ instance: 'instance', soleInstance: true, sweepMs: 5, stopMs: 50 },
      ...limits,
    });
    runner = new ProcessRunner(bench.pool, shipping, dispatcher, () => store.head(), {
      ...{ isAlone: true, ahead },
    });
    await runner.start();
  };
  const stop = async () => {
    await runner.stop();
    await dispatcher.stop();
  };
  beforeEach(() => begin());
  afterEach(async () => {
    await stop();
    await bench.pool.query(
      'DELETE FROM platform.pending_commands; DELETE FROM platform.checkpoints; DELETE FROM event_store.events',
    );
  });

  const happens = (type: string, order = 'order-1', revision = -1) => {
    const data = {};
    return store.append(order, revision, [{ ...event(type), data, json: JSON.stringify(data) }], metadata);
  };
  /** What the feed hub does: delivers what comes after the checkpoint. */
  const follow = async () => deliver(runner, await store.readFeed(positionOf(await runner.start()), 2_000));
  const packedOf = async (order: string) => (await store.read(`parcel-${order}`)).length;
  const settled = () => until(() => dispatcher.status().inFlight === 0);
  /** The checkpoint has followed to the end. */
  const isKept = async () => {
    const { rows } = await bench.pool.query<{ position: string }>(
      'SELECT position::text FROM platform.checkpoints',
    );
    return rows[0]?.position === writePosition(await store.head());
  };

  it('are handled once: when the event comes, their answers are there', async () => {
    await happens('Paid');
    await until(async () => (await packedOf('order-1')) === 1);
    const { rows } = await bench.pool.query<{ count: number }>(
      'SELECT count(DISTINCT xmin::text)::int AS count FROM event_store.events',
    );
    expect(rows[0]?.count).toBe(1);
    await follow();
    await until(isKept);
    expect(handled).toHaveLength(1);
  });

  it('are not begun of other events, which lead to them as ever', async () => {
    await happens('Told');
    expect(handled).toEqual([]);
    await follow();
    await until(async () => (await packedOf('order-1')) === 1);
    expect(handled).toHaveLength(1);
  });

  it('leave nothing behind where the event is not stored, and are begun anew with the next one', async () => {
    await happens('Placed');
    expect(await happens('Paid')).toMatchObject({ kind: 'conflict' });
    await settled();
    expect([handled.length, await packedOf('order-1')]).toEqual([1, 0]);
    await happens('Paid', 'order-1', 0);
    await settled();
    await follow();
    await until(isKept);
    expect([handled.length, await packedOf('order-1')]).toEqual([2, 1]);
  });

  it('are sent when the event comes, where they failed before', async () => {
    failing = 1;
    expect(await happens('Paid')).toMatchObject({ kind: 'appended' });
    await settled();
    expect([handled.length, await packedOf('order-1')]).toEqual([1, 0]);
    await follow();
    await settled();
    expect([handled.length, await packedOf('order-1')]).toEqual([2, 1]);
    expect(handled[1]?.id).toBe(handled[0]?.id);
  });

  it('have the same ids when their events come again, as after a kill', async () => {
    await happens('Paid');
    await follow();
    await settled();
    // The checkpoint has not followed yet.
    await follow();
    await settled();
    expect(handled).toHaveLength(2);
    expect([handled[1]?.id, await packedOf('order-1')]).toEqual([handled[0]?.id, 1]);
  });

  it('run ahead of the process manager by so many, and no more', async () => {
    for (let n = 0; n < 505; n += 1) await happens('Paid', `order-${n}`);
    await settled();
    expect(handled).toHaveLength(500);
    await follow();
    await settled();
    expect(new Set(handled.map(({ id }) => id)).size).toBe(505);
    expect([handled.length, await packedOf('order-504')]).toEqual([505, 1]);
  });

  it('need no room of their own when their events come', async () => {
    await stop();
    await begin({ maxInFlight: 2 });
    let go = (): void => undefined;
    waiting = new Promise<void>((resolve) => (go = resolve));
    await Promise.all([happens('Paid', 'order-1'), happens('Paid', 'order-2')]);
    expect([handled.length, dispatcher.status().inFlight]).toEqual([2, 2]);
    await follow();
    const { rowCount } = await bench.pool.query('SELECT FROM platform.pending_commands');
    expect(rowCount).toBe(0);
    go();
    await settled();
    expect([await packedOf('order-1'), await packedOf('order-2'), handled.length]).toEqual([1, 1, 2]);
    // And give back no more than they took.
    waiting = new Promise<void>((resolve) => (go = resolve));
    for (const order of ['order-3', 'order-4', 'order-5']) await happens('Paid', order);
    expect(handled).toHaveLength(4);
    go();
    await settled();
  });

  it('are not begun any more once the process manager has stopped', async () => {
    await runner.stop();
    await happens('Paid');
    expect([handled, await packedOf('order-1')]).toEqual([[], 0]);
  });
});
