import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { FixedClock, ok, readPosition } from '#kernel';
import { InProcessBus } from '#bus';
import type { AnyCommands, Command } from '#contracts';
import { until } from '#bus/testing/until';
import { envelope, openBench, silent, tenant, type Bench } from '#hosting/testing/bench';
import { placeAt } from '../feed/place.js';
import { CommandDispatcher, type PendingCommand } from '../processes/dispatcher.js';
import { CLOCKS, ClockTable } from './clock-table.js';
import { TenantClock } from './tenant-clock.js';

const NOW = '2026-11-26T12:00:00.000Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { organizationId } = tenant;
const after = (ms: number): Date => new Date(Date.parse(NOW) + ms);

/** One process of a deployment. */
interface Process {
  readonly clocks: ClockTable;
  readonly clock: TenantClock;
  readonly dispatcher: CommandDispatcher<AnyCommands>;
}

describe('commands that wait for a Test clock', () => {
  let bench: Bench;
  let real: FixedClock;
  let handled: Command[];
  let processes: Process[];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    real = new FixedClock(new Date(NOW));
    handled = [];
    processes = [];
    await bench.pool.query("INSERT INTO platform.checkpoints (name, position) VALUES ('p', 0)");
  });
  afterEach(async () => {
    await Promise.all(processes.map(({ dispatcher }) => dispatcher.stop()));
    await bench.pool.query(
      'DELETE FROM platform.pending_commands; DELETE FROM platform.checkpoints; DELETE FROM platform.sandbox_clocks',
    );
  });

  const process = (pool: pg.Pool = bench.pool): Process => {
    const instance = `process-${processes.length}`;
    const clocks = new ClockTable(bench.pool, instance, real.now);
    const clock = new TenantClock(clocks, real);
    const bus = new InProcessBus<AnyCommands>();
    for (const type of ['mail.Remind', 'organizations.End'])
      bus.serve(type, async (command) => {
        handled.push(command);
        return ok({ data: undefined });
      });
    const dispatcher = new CommandDispatcher<AnyCommands>({
      ...{ pool, bus, log: silent, clock, clocks: clock, instance, systemNow: real.now },
      ...{ soleInstance: false, sweepMs: 5 },
    });
    const made = { clocks, clock, dispatcher };
    processes.push(made);
    return made;
  };
  const scheduled = (at: Date, over: Partial<Command> = {}): PendingCommand<AnyCommands> => ({
    command: envelope('one', { type: 'mail.Remind', ...over }),
    dueAt: at.toISOString(),
  });
  let steps = 0n;
  beforeEach(() => {
    steps = 0n;
  });
  const store = async ({ dispatcher }: Process, ...commands: PendingCommand<AnyCommands>[]) => {
    await dispatcher.store(
      {
        process: 'p',
        checkpoint: 'p',
        from: placeAt(readPosition(steps)),
        to: placeAt(readPosition(steps + 1n)),
      },
      commands,
    );
    steps += 1n;
  };
  const dueAt = async (): Promise<string[]> =>
    (
      await bench.pool.query<{ due_at: Date }>('SELECT due_at FROM platform.pending_commands ORDER BY due_at')
    ).rows.map(({ due_at }) => due_at.toISOString());
  /** Moves the organization's clock, as a gateway does, without waiting for the work. */
  const move = async ({ clocks, clock }: Process, to: Date): Promise<void> => {
    await clocks.aim(organizationId, to);
    await clocks.hold(organizationId);
    clock.note((await clocks.stand(organizationId, to))!);
    clock.note((await clocks.run(organizationId, to))!);
    clock.note((await clocks.arrive(organizationId, to))!);
  };

  it('are due by system time, planned anew when the clock is moved', async () => {
    const one = process();
    await store(one, scheduled(after(5 * HOUR)), scheduled(after(50 * HOUR)));
    expect(await dueAt()).toEqual([after(5 * HOUR), after(50 * HOUR)].map((at) => at.toISOString()));
    await move(one, after(6 * HOUR));
    expect(await dueAt()).toEqual([after(-HOUR), after(44 * HOUR)].map((at) => at.toISOString()));
    // One that is stored now is planned by the clock as it is.
    await store(one, scheduled(after(8 * HOUR)));
    expect(await dueAt()).toContain(after(2 * HOUR).toISOString());
  });

  it('are told of to other processes with each change, where there are any', async () => {
    const heard: number[] = [];
    const listener = await bench.pool.connect();
    listener.on('notification', ({ channel }) => heard.push(channel === CLOCKS ? 1 : 0));
    try {
      await listener.query(`LISTEN ${CLOCKS}`);
      const alone = process();
      await move(alone, after(HOUR));
      const instance = 'one of several';
      const clocks = new ClockTable(bench.pool, instance, real.now, true);
      await clocks.aim(organizationId, after(2 * HOUR));
      await clocks.hold(organizationId);
      await clocks.stand(organizationId, after(2 * HOUR));
      await until(() => heard.length === 2);
    } finally {
      await listener.query('UNLISTEN *');
      listener.release();
    }
  });

  it('are neither those of Live, nor of others, nor what deals with the organization itself', async () => {
    const one = process();
    await store(
      one,
      scheduled(after(HOUR), { tenant: { organizationId, livemode: true } }),
      scheduled(after(HOUR), { tenant: { organizationId: '66f0c0c0c0c0c0c0c0c0c0c1', livemode: false } }),
      scheduled(after(HOUR), { type: 'organizations.End' }),
    );
    await move(one, after(6 * HOUR));
    expect(await dueAt()).toEqual(Array(3).fill(after(HOUR).toISOString()));
    real.advance(2 * HOUR);
    await one.dispatcher.start();
    await until(() => handled.length === 3);
    expect(new Set(handled.map(({ time }) => time))).toEqual(new Set([after(2 * HOUR).toISOString()]));
  });

  it('wait while the clock stands still, but for those that it has reached', async () => {
    const one = process();
    await store(one, scheduled(after(HOUR)), scheduled(after(2 * HOUR)));
    await one.clocks.aim(organizationId, after(3 * HOUR));
    await one.clocks.hold(organizationId);
    one.clock.note((await one.clocks.stand(organizationId, after(HOUR)))!);
    // However long the work takes.
    real.advance(10 * HOUR);
    await one.dispatcher.start();
    await until(async () => handled.length === 1 && (await dueAt()).length === 1);
    expect(handled[0]?.time).toBe(after(HOUR).toISOString());
    await store(one, scheduled(after(HOUR)), scheduled(after(150 * MINUTE)));
    await until(async () => handled.length === 2 && (await dueAt()).length === 2);
    expect(
      await one.clocks.nextScheduled(organizationId, { after: after(HOUR), until: after(3 * HOUR) }),
    ).toEqual(after(2 * HOUR));
  });

  it('are never late, also where they were being stored by the old clock while it was moved', async () => {
    const client = await bench.another().pool.connect();
    const one = process();
    // Its statement has seen the clock as it was, and is not done yet.
    const slow = process(client as unknown as pg.Pool);
    await client.query('BEGIN');
    await store(slow, scheduled(after(5 * HOUR)));
    let isMoved = false;
    const moving = move(one, after(4 * HOUR)).then(() => (isMoved = true));
    await until(async () => {
      const { rows } = await bench.pool.query<{ standing: boolean; offset_ms: string }>(
        'SELECT standing_at IS NOT NULL AS standing, offset_ms FROM platform.sandbox_clocks',
      );
      return rows[0]?.standing === false && rows[0].offset_ms === String(4 * HOUR);
    });
    expect([isMoved, await dueAt()]).toEqual([false, []]);
    await client.query('COMMIT');
    await moving;
    expect(await dueAt()).toEqual([after(HOUR).toISOString()]);
    client.release();
  });

  it('are never late either where their process was paused before it stored them', async () => {
    const [one, paused] = [process(), process()];
    // It has heard of nothing, and stores what it had made before.
    await move(one, after(4 * HOUR));
    expect(paused.clock.now(tenant)).toEqual(new Date(NOW));
    await store(paused, scheduled(after(5 * HOUR)));
    expect(await dueAt()).toEqual([after(HOUR).toISOString()]);
  });

  it('are dated by the clock in every process, which hears of it with its next look', async () => {
    const [one, two] = [process(), process()];
    await store(one, scheduled(after(3 * HOUR)));
    await move(one, after(4 * HOUR));
    expect(two.clock.now(tenant)).toEqual(new Date(NOW));
    await two.dispatcher.start();
    await until(() => handled.length === 1);
    expect(handled[0]?.time).toBe(after(4 * HOUR).toISOString());
    expect(two.clock.now(tenant)).toEqual(after(4 * HOUR));
  });

  it('keep their pause after a fault, which no clock moves', async () => {
    const one = process();
    await store(one, scheduled(after(HOUR)));
    await move(one, after(2 * HOUR));
    await bench.pool.query(
      "UPDATE platform.pending_commands SET clock_of = NULL, due_at = '2026-11-26T12:00:30Z'",
    );
    await move(one, after(4 * HOUR));
    expect(await dueAt()).toEqual(['2026-11-26T12:00:30.000Z']);
  });

  describe('whose clock is moved by several processes', () => {
    it('is moved by one at a time, and by another once the first says nothing any more', async () => {
      const [one, two] = [process(), process()];
      await one.clocks.aim(organizationId, after(HOUR));
      expect(await one.clocks.hold(organizationId)).toBeDefined();
      expect(await two.clocks.hold(organizationId)).toBeUndefined();
      await bench.pool.query("UPDATE platform.sandbox_clocks SET held_until = now() - interval '1 second'");
      expect(await two.clocks.hold(organizationId)).toBeDefined();
      // The first comes back from a long pause.
      expect(await one.clocks.stand(organizationId, after(MINUTE))).toBeUndefined();
      expect(await one.clocks.run(organizationId, after(HOUR))).toBeUndefined();
      expect(await one.clocks.arrive(organizationId, after(HOUR))).toBeUndefined();
      expect(await two.clocks.stand(organizationId, after(MINUTE))).toMatchObject({
        standingAt: after(MINUTE),
      });
    });

    it('goes on to the later of two instants, and refuses an earlier one', async () => {
      const { clocks } = process();
      await clocks.aim(organizationId, after(2 * HOUR));
      expect(await clocks.aim(organizationId, after(HOUR))).toBeUndefined();
      await clocks.hold(organizationId);
      expect(await clocks.aim(organizationId, after(3 * HOUR))).toMatchObject({
        advancingTo: after(3 * HOUR),
      });
      expect(await clocks.arrive(organizationId, after(2 * HOUR))).toBeUndefined();
      expect(await clocks.arrive(organizationId, after(3 * HOUR))).toMatchObject({ advancingTo: null });
    });

    it('gives versions that are seen in their order', async () => {
      const { clocks } = process();
      const ids = Array.from({ length: 20 }, (_, n) => `organization-${n}`);
      await Promise.all(ids.map((id) => clocks.aim(id, after(HOUR))));
      const versions = (await clocks.changedSince(0n)).map(({ version }) => version);
      expect(versions).toEqual(ids.map((_, n) => BigInt(n + 1)));
    });
  });
});
