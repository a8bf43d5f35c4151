import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '#kernel';
import type { ClockRow } from './clock-table.js';
import { TenantClock } from './tenant-clock.js';

const NOW = '2026-11-26T12:00:00.000Z';
const HOUR = 3_600_000;
const test = { organizationId: 'a', livemode: false };
const live = { organizationId: 'a', livemode: true };
const other = { organizationId: 'b', livemode: false };
const row = (version: bigint, over: Partial<ClockRow> = {}): ClockRow => ({
  ...{ organizationId: 'a', version, offsetMs: HOUR, standingAt: null, advancingTo: null },
  ...over,
});

describe('the time of a tenant', () => {
  let stored: ClockRow[];
  let reads: number;
  let real: FixedClock;
  let clock: TenantClock;
  beforeEach(() => {
    stored = [];
    reads = 0;
    real = new FixedClock(new Date(NOW));
    clock = new TenantClock(
      {
        changedSince: async (version) => {
          reads += 1;
          return stored.filter((one) => one.version > version);
        },
      },
      real,
    );
  });
  const timeOf = (tenant = test) => clock.now(tenant).toISOString();

  it('is real time without a clock of its own', () => expect([timeOf(), timeOf(live)]).toEqual([NOW, NOW]));

  it('is ahead by its clock, in Test, and runs on', () => {
    clock.note(row(1n));
    expect(timeOf()).toBe('2026-11-26T13:00:00.000Z');
    real.advance(60_000);
    expect(timeOf()).toBe('2026-11-26T13:01:00.000Z');
  });

  it('is real time in Live and for everybody else, whatever that clock says', () => {
    clock.note(row(1n));
    expect([timeOf(live), timeOf(other)]).toEqual([NOW, NOW]);
  });

  it('stands still while its clock is being moved', () => {
    clock.note(row(1n, { standingAt: new Date('2027-01-01T00:00:00Z') }));
    real.advance(60_000);
    expect(timeOf()).toBe('2027-01-01T00:00:00.000Z');
  });

  it('never goes back to what was known before', () => {
    clock.note(row(2n, { offsetMs: 2 * HOUR }));
    clock.note(row(1n));
    expect(timeOf()).toBe('2026-11-26T14:00:00.000Z');
  });

  it('asks nobody as long as no clock has changed', async () => {
    stored = [row(3n)];
    await clock.followTo(3n);
    await clock.followTo(3n);
    await clock.followTo(2n);
    expect([timeOf(), reads]).toEqual(['2026-11-26T13:00:00.000Z', 1]);
  });

  it('reads what has changed before it handles a command from the future, and for no other', async () => {
    stored = [row(1n)];
    expect(clock.meet(NOW, test)).toBeUndefined();
    expect(clock.meet('2026-11-26T13:00:00.000Z', live)).toBeUndefined();
    await clock.meet('2026-11-26T13:00:00.000Z', test);
    expect([timeOf(), reads]).toEqual(['2026-11-26T13:00:00.000Z', 1]);
  });

  it('knows which clocks are being moved', () => {
    clock.note(row(1n));
    const moving = row(2n, { organizationId: 'b', advancingTo: new Date('2027-01-01T00:00:00Z') });
    clock.note(moving);
    expect(clock.advancing()).toEqual([moving]);
  });
});
