import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '#kernel';
import { until } from '#bus/testing/until';
import { ClockTable, TenantClock } from '#eventing';
import type { Patience, TestWork } from '#hosting';
import { openBench, silent, tenant, type Bench } from '#hosting/testing/bench';
import { ClockAdvances } from './advances.js';
import type { ClockedCertificates } from './certificates.js';
import type { ClockedDeliveries } from './deliveries.js';

const NOW = '2026-11-26T12:00:00.000Z';
const HOUR = 3_600_000;
const { organizationId } = tenant;
const after = (hours: number): Date => new Date(Date.parse(NOW) + hours * HOUR);

/** A gateway over what waits at some hours: it notes where the clock stood when it ran what was due. */
interface Gateway {
  readonly clocks: ClockTable;
  readonly clock: TenantClock;
  readonly advances: ClockAdvances;
  readonly ran: string[];
}

describe('moving a Test clock', () => {
  let bench: Bench;
  let real: FixedClock;
  let gateways: Gateway[];
  /** Hours at which commands, retries of webhooks and notices of certificates are due. */
  let waiting: { commands: number[]; retries: number[]; notices: number[] };
  /** What the work at an hour has to wait for. */
  let work: Map<number, Promise<unknown>>;

  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(() => {
    real = new FixedClock(new Date(NOW));
    gateways = [];
    work = new Map();
    waiting = { commands: [], retries: [], notices: [] };
  });
  afterEach(async () => {
    await Promise.all(gateways.map(({ advances }) => advances.beforeApplicationShutdown()));
    await bench.pool.query('DELETE FROM platform.sandbox_clocks');
  });

  const hoursOf = (at: Date): number => (at.getTime() - Date.parse(NOW)) / HOUR;
  const first = (hours: readonly number[], at: Date): Date | undefined =>
    hours
      .map(after)
      .sort((one, other) => one.getTime() - other.getTime())
      .find((one) => one > at);

  const gateway = (): Gateway => {
    const clocks = new ClockTable(bench.pool, `gateway-${gateways.length}`, real.now);
    const clock = new TenantClock(clocks, real);
    const ran: string[] = [];
    const testWork: Pick<TestWork, 'run' | 'next' | 'leaving'> = {
      leaving: false,
      run: async (_: string, { isOver }: Patience) => {
        const at = clock.now(tenant);
        const held = work.get(hoursOf(at));
        let isDone = held === undefined;
        void held?.then(() => (isDone = true));
        await until(() => isDone || isOver());
        if (!isOver() && ran.at(-1) !== at.toISOString()) ran.push(at.toISOString());
        return isDone;
      },
      next: async (_: string, at: Date) => first(waiting.commands, at),
    };
    const deliveries: Pick<ClockedDeliveries, 'follow' | 'runOn'> = {
      runOn: async () => undefined,
      follow: async (_: string, at: Date) => first(waiting.retries, at),
    };
    const certificates: Pick<ClockedCertificates, 'warn' | 'noticesOf'> = {
      warn: async () => undefined,
      noticesOf: async () => waiting.notices.map((hours) => ({ due: after(hours), data: {} as never })),
    };
    const advances = new ClockAdvances(
      clocks,
      clock,
      testWork as TestWork,
      deliveries as ClockedDeliveries,
      certificates as ClockedCertificates,
      silent,
    );
    const made = { clocks, clock, advances, ran };
    gateways.push(made);
    return made;
  };
  const go = async ({ clocks, clock, advances }: Gateway, hours: number): Promise<void> => {
    clock.note((await clocks.aim(organizationId, after(hours)))!);
    await advances.goOn(organizationId);
  };
  const instants = (...hours: number[]): string[] => hours.map((one) => after(one).toISOString());
  const lapse = () =>
    bench.pool.query("UPDATE platform.sandbox_clocks SET held_until = now() - interval '1 second'");

  it('stands at each instant at which something is due, in order, and last at where it goes', async () => {
    waiting = { commands: [5, 2, 30], retries: [3, 2], notices: [4] };
    const one = gateway();
    await go(one, 10);
    expect(one.ran).toEqual(instants(0, 2, 3, 4, 5, 10));
    expect(await one.clocks.find(organizationId)).toMatchObject({
      ...{ offsetMs: 10 * HOUR, standingAt: null, advancingTo: null },
    });
    real.advance(1_000);
    expect(one.clock.now(tenant)).toEqual(new Date(after(10).getTime() + 1_000));
  });

  it('goes on to a later instant that is asked for meanwhile', async () => {
    waiting.commands = [2, 12];
    let finish = () => {};
    work.set(2, new Promise<void>((resolve) => (finish = resolve)));
    const one = gateway();
    const going = go(one, 10);
    await until(() => one.clock.now(tenant).getTime() === after(2).getTime());
    await one.clocks.aim(organizationId, after(20));
    finish();
    await going;
    // The next instant was known by then.
    expect(one.ran).toEqual(instants(0, 2, 10, 12, 20));
  });

  it('never sets a clock back that ran on already when its process ended', async () => {
    const [one, two] = [gateway(), gateway()];
    await one.clocks.aim(organizationId, after(10));
    await one.clocks.hold(organizationId);
    await one.clocks.stand(organizationId, after(10));
    await one.clocks.run(organizationId, after(10));
    real.advance(60_000);
    await lapse();
    await two.clock.refresh();
    await two.advances.goOn(organizationId);
    expect(two.ran).toEqual([]);
    expect(await two.clocks.find(organizationId)).toMatchObject({ advancingTo: null, offsetMs: 10 * HOUR });
  });

  it('is done by one of two gateways that are asked at the same time', async () => {
    waiting.commands = [1, 2, 3];
    const [one, two] = [gateway(), gateway()];
    await one.clocks.aim(organizationId, after(10));
    await Promise.all([one, two].map(({ advances }) => advances.goOn(organizationId)));
    expect([one.ran, two.ran].filter((ran) => ran.length > 0)).toEqual([instants(0, 1, 2, 3, 10)]);
    for (const { advances } of [one, two])
      expect(await advances.waitFor(organizationId, after(10), 5_000)).toBe(true);
  });

  it('is gone on with by another gateway once the first is silent, and given up by the first', async () => {
    waiting.commands = [1, 2];
    work.set(1, new Promise(() => undefined));
    const [paused, two] = [gateway(), gateway()];
    const going = go(paused, 10);
    await until(() => paused.clock.now(tenant).getTime() === after(1).getTime());
    await lapse();
    await two.clock.refresh();
    work.delete(1);
    await two.advances.goOn(organizationId);
    // From where it stood.
    expect(two.ran).toEqual(instants(1, 2, 10));
    await going;
    expect(paused.ran).toEqual(instants(0));
    expect(await two.clocks.find(organizationId)).toMatchObject({ advancingTo: null, offsetMs: 10 * HOUR });
  });

  it('is let go at once by a gateway that shuts down, and stays stored', async () => {
    waiting.commands = [1];
    work.set(1, new Promise(() => undefined));
    const [leaving, next] = [gateway(), gateway()];
    const going = go(leaving, 10);
    await until(() => leaving.clock.now(tenant).getTime() === after(1).getTime());
    await leaving.advances.beforeApplicationShutdown();
    await going;
    work.delete(1);
    // As after a start: what is being moved is read with all clocks.
    await next.clock.refresh();
    next.advances.onApplicationBootstrap();
    await until(() => next.ran.length === 2);
    expect(next.ran).toEqual(instants(1, 10));
  });

  it('tells who waits that it takes longer', async () => {
    work.set(0, new Promise(() => undefined));
    const one = gateway();
    await one.clocks.aim(organizationId, after(10));
    expect(await one.advances.waitFor(organizationId, after(10), 50)).toBe(false);
  });
});
