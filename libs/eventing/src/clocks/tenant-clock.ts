import { systemClock, type Clock, type Tenant } from '#kernel';
import type { ClockRow, ClockTable } from './clock-table.js';

/** How far the time of a command may be ahead of what this process knows before it looks whether a clock has moved. */
const SKEW_MS = 1_000;

/**
 * The time of every tenant: the machine's, and for an organization in Test with a clock of its own what that says. Reads
 * memory alone. Clocks are few and seldom moved: a process that moves one knows at once, the others with their dispatcher's
 * next look, or with the first command from the future.
 */
export class TenantClock implements Clock {
  private readonly clocks = new Map<string, ClockRow>();
  private version = 0n;
  private refreshing: Promise<void> | undefined;

  /** @param base what tenants without a clock of their own go by: the machine's time, but in tests */
  constructor(
    private readonly table: Pick<ClockTable, 'changedSince'>,
    private readonly base: Clock = systemClock,
  ) {}

  now(tenant: Tenant): Date {
    const now = this.base.now(tenant);
    if (tenant.livemode || this.clocks.size === 0) return now;
    const clock = this.clocks.get(tenant.organizationId);
    if (clock === undefined) return now;
    return clock.standingAt ?? new Date(now.getTime() + clock.offsetMs);
  }

  /** The clocks that are being moved, by anybody, as far as this process knows. */
  advancing(): readonly ClockRow[] {
    return [...this.clocks.values()].filter(({ advancingTo }) => advancingTo !== null);
  }

  /** Takes note of a clock as it was just read or written. */
  note(row: ClockRow): void {
    const known = this.clocks.get(row.organizationId);
    if (known === undefined || row.version > known.version) this.clocks.set(row.organizationId, row);
  }

  /** Reads what has changed, if the newest version says that something has. */
  async followTo(version: bigint): Promise<void> {
    if (version > this.version) await this.refresh();
  }

  /** Reads all that has changed since the last time. */
  refresh(): Promise<void> {
    this.refreshing ??= this.read().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  /**
   * Before a command of Test is handled: one from the future comes of a clock that has moved, which this process has not
   * heard of yet. Undefined, and nothing to wait for, but for that.
   */
  meet(time: string, tenant: Tenant): Promise<void> | undefined {
    if (tenant.livemode || Date.parse(time) <= this.now(tenant).getTime() + SKEW_MS) return undefined;
    return this.refresh();
  }

  private async read(): Promise<void> {
    for (const row of await this.table.changedSince(this.version)) {
      this.note(row);
      // Versions are committed in their order, so nothing older comes later.
      if (row.version > this.version) this.version = row.version;
    }
  }
}
