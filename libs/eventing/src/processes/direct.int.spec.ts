import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock, ok, writePosition } from '#kernel';
import { InProcessBus } from '#bus';
import type { AnyCommands, Command, CommandOutcome } from '#contracts';
import { positionOf } from '../feed/place.js';
import { until } from '#bus/testing/until';
import { deliver, event, metadata, openBench, silent, type Bench } from '#hosting/testing/bench';
import { CommandDispatcher } from './dispatcher.js';
import type { Effect, ProcessManager } from './process-manager.js';
import { ProcessRunner } from './runner.js';

const send = (type: string, key: string): Effect<AnyCommands> => ({
  kind: 'send',
  command: { type, key, data: null },
});

/** Packs what is paid, and asks for a review of what has arrived, three days later. */
const shipping: ProcessManager<AnyCommands> = {
  name: 'shipping',
  streams: ['order-'],
  react: ({ type, streamId, recordedAt }) => {
    if (type === 'Paid') return [send('parcels.Pack', streamId)];
    if (type !== 'Arrived') return [];
    const at = new Date(recordedAt.getTime() + 3 * 86_400_000).toISOString();
    return [{ kind: 'schedule', at, command: { type: 'mail.Ask', key: streamId, data: null } }];
  },
};
const done: CommandOutcome = ok({ data: undefined });

describe('commands of a process manager that is alone', () => {
  let bench: Bench;
  let clock: FixedClock;
  let handled: Command[];
  let dispatchers: CommandDispatcher<AnyCommands>[];
  let runners: ProcessRunner<AnyCommands>[];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(() => {
    clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
    handled = [];
    dispatchers = [];
    runners = [];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
    await bench.pool.query(
      'DELETE FROM platform.pending_commands; DELETE FROM platform.checkpoints; DELETE FROM event_store.events',
    );
  });

  const dispatcher = (answer: (command: Command) => CommandOutcome | Promise<CommandOutcome>) => {
    const bus = new InProcessBus<AnyCommands>();
    for (const type of ['parcels.Pack', 'mail.Ask'])
      bus.serve(type, async (command) => {
        handled.push(command);
        return answer(command);
      });
    const made = new CommandDispatcher<AnyCommands>({
      ...{ pool: bench.pool, bus, log: silent, clock, systemNow: clock.now },
      ...{ instance: `instance-${dispatchers.length}`, soleInstance: true, sweepMs: 5, stopMs: 50 },
    });
    dispatchers.push(made);
    return made;
  };
  const head = () => bench.store.head();
  const runnerOf = (by: CommandDispatcher<AnyCommands>) => {
    const runner = new ProcessRunner(bench.pool, shipping, by, head, { isAlone: true });
    runners.push(runner);
    return runner;
  };
  /** What the feed hub does: delivers what comes after the checkpoint. */
  const follow = async (runner: ProcessRunner<AnyCommands>): Promise<void> => {
    const events = await bench.store.readFeed(positionOf(await runner.start()), 100);
    if (events.length > 0) await deliver(runner, events);
  };
  const happens = (type: string, stream = 'order-1', revision = -1) =>
    bench.store.append(stream, revision, [event(type)], metadata);
  const pending = async () =>
    (
      await bench.pool.query<{ type: string; key: string; leased: boolean }>(
        `SELECT command->>'type' AS type, command->>'key' AS key, leased_by IS NOT NULL AS leased
         FROM platform.pending_commands ORDER BY 1, 2`,
      )
    ).rows;
  const place = async () =>
    (await bench.pool.query<{ position: string }>('SELECT position::text FROM platform.checkpoints')).rows[0]
      ?.position;
  const isKept = async () => (await place()) === writePosition(await head());
  const held = () => {
    let release = (): void => undefined;
    const opened = new Promise<void>((resolve) => (release = resolve));
    return { opened, release: () => release() };
  };

  it('are never stored where they are answered soon, and the checkpoint follows', async () => {
    const runner = runnerOf(dispatcher(() => done));
    for (const order of ['order-1', 'order-2', 'order-3']) await happens('Paid', order);
    await follow(runner);
    await until(() => handled.length === 3);
    expect([await pending(), await isKept()]).toEqual([[], false]);
    await until(isKept);
    expect(await pending()).toEqual([]);
  });

  it('go out again with the same ids after a kill, as far as the checkpoint has not followed', async () => {
    const { opened, release } = held();
    const killed = runnerOf(dispatcher(() => opened.then(() => done)));
    await happens('Paid');
    await follow(killed);
    await until(() => handled.length === 1);
    // Another process begins where the stored checkpoint is.
    await follow(runnerOf(dispatcher(() => done)));
    await until(() => handled.length === 2);
    expect(handled[1]?.id).toBe(handled[0]?.id);
    release();
  });

  it('are stored when they last, are not sent again, and leave the table when they are answered', async () => {
    const { opened, release } = held();
    const sending = dispatcher(({ key }) => (key === 'order-1' ? opened.then(() => done) : done));
    await sending.start();
    await happens('Paid', 'order-1');
    await happens('Paid', 'order-2');
    await follow(runnerOf(sending));
    await until(isKept);
    expect(await pending()).toEqual([{ type: 'parcels.Pack', key: 'order-1', leased: true }]);
    release();
    await until(async () => (await pending()).length === 0);
    expect(handled).toHaveLength(2);
  });

  it('are tried again where they failed, with the same ids', async () => {
    let faults = 2;
    const sending = dispatcher(() => {
      if ((faults -= 1) >= 0) throw new Error('the printer burns');
      return done;
    });
    await sending.start();
    await happens('Paid');
    await follow(runnerOf(sending));
    await until(async () => {
      clock.advance(1_000);
      return handled.length === 3;
    });
    await until(async () => (await pending()).length === 0);
    expect(new Set(handled.map(({ id }) => id)).size).toBe(1);
  });

  it('that are for later are stored at once, with what is under way', async () => {
    const { opened, release } = held();
    const runner = runnerOf(dispatcher(() => opened.then(() => done)));
    await happens('Paid');
    await follow(runner);
    await happens('Arrived', 'order-1', 0);
    await deliver(runner, (await bench.store.readFeed(0n, 100)).slice(1));
    expect(await isKept()).toBe(true);
    expect(await pending()).toEqual([
      { type: 'mail.Ask', key: 'order-1', leased: false },
      { type: 'parcels.Pack', key: 'order-1', leased: true },
    ]);
    release();
    await until(async () => (await pending()).length === 1);
    expect(handled).toHaveLength(1);
  });

  it('are stored when the process stops, and done after its next start', async () => {
    const { opened, release } = held();
    const first = dispatcher(() => opened.then(() => done));
    const runner = runnerOf(first);
    await happens('Paid');
    await follow(runner);
    await until(() => handled.length === 1);
    await runner.stop();
    await first.stop();
    expect(await isKept()).toBe(true);
    expect(await pending()).toMatchObject([{ key: 'order-1', leased: false }]);
    await dispatcher(() => done).start();
    await until(async () => (await pending()).length === 0);
    expect(handled).toHaveLength(2);
    release();
  });

  it('whose process manager can store nothing any more hold up no stop: their events come again', async () => {
    const sending = dispatcher(() => done);
    const runner = runnerOf(sending);
    await happens('Paid');
    await follow(runner);
    // Another process has gone on in the meantime.
    await bench.pool.query('UPDATE platform.checkpoints SET position = position + 1');
    await runner.stop();
    expect(await pending()).toEqual([]);
  });

  it('that are answered while they are being stored leave no row', async () => {
    const { opened, release } = held();
    const runner = runnerOf(dispatcher(() => opened.then(() => done)));
    await happens('Paid');
    await follow(runner);
    await until(() => handled.length === 1);
    // The statement waits for the checkpoint's row.
    const holder = await bench.another().pool.connect();
    await holder.query("BEGIN; SELECT FROM platform.checkpoints WHERE name = 'shipping' FOR UPDATE");
    const stopped = runner.stop();
    await until(
      async () =>
        (
          await bench.pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rowCount === 1,
    );
    release();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await holder.query('COMMIT');
    holder.release();
    await stopped;
    await until(async () => (await pending()).length === 0);
    expect(handled).toHaveLength(1);
  });
});
