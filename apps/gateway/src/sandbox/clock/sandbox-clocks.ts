import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { field, ok, refuseFields, type Result, type SystemNow, type Tenant } from '#kernel';
import { ClockTable, TenantClock } from '#eventing';
import { CONFIG, SOLE_INSTANCE, SYSTEM_NOW, type Config } from '#hosting';
import { toInstant } from '#http';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { ClockAdvances } from './advances.js';
import type { SandboxClock } from './dto.js';

/** The sandbox's certificates are valid for four years: beyond that nothing could be stamped (ADR 24). */
const MOST_YEARS_AHEAD = 4;
/** One and a half of the looks by which other processes learn of a clock that has moved. */
const HEARD_MS = 750;

/** What became of a request to move a clock. */
export interface Advance {
  readonly clock: SandboxClock;
  /** Everything that came due on the way has run. */
  readonly hasArrived: boolean;
}

/** The Test clocks as the API shows and moves them. */
@Injectable()
export class SandboxClocks {
  constructor(
    private readonly clocks: ClockTable,
    private readonly clock: TenantClock,
    private readonly advances: ClockAdvances,
    private readonly directory: OrganizationDirectory,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(SOLE_INSTANCE) private readonly soleInstance: boolean,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What the clock says, as it is stored: another process may have moved it this moment. */
  async read(tenant: Tenant): Promise<SandboxClock> {
    const row = await this.clocks.find(tenant.organizationId);
    if (row) this.clock.note(row);
    return {
      now: this.clock.now(tenant).toISOString(),
      advancing_to: row?.advancingTo?.toISOString() ?? null,
    };
  }

  /**
   * Moves the clock and waits until all that comes due on the way has run, for as long as an answer may take. A move under way
   * goes on to the later instant; the same one again is waited for. Refused at `advance_to`: what the clock has passed, or
   * passes already, and what is too far.
   */
  async advance(tenant: Tenant, text: string): Promise<Result<Advance>> {
    const { organizationId } = tenant;
    const target = toInstant(text, await this.directory.timeZoneOf(organizationId));
    if (!target) return refuseTarget('invalid_format', { expected: 'ISO 8601' });
    const { now } = await this.read(tenant);
    if (target.getTime() <= Date.parse(now)) return refuseTarget('too_small', { above: now });
    const latest = this.latest();
    if (target > latest) return refuseTarget('too_large', { max: latest.toISOString() });
    const row = await this.clocks.aim(organizationId, target);
    if (!row) {
      const under = await this.clocks.find(organizationId);
      return refuseTarget('too_small', { min: under?.advancingTo?.toISOString() ?? now });
    }
    this.clock.note(row);
    const hasArrived = await this.advances.waitFor(organizationId, target, this.config.stampWaitMs);
    if (!hasArrived) return ok({ clock: await this.read(tenant), hasArrived });
    // From now on every other process goes by it too.
    if (!this.soleInstance) await sleep(HEARD_MS);
    return ok({ clock: { now: target.toISOString(), advancing_to: null }, hasArrived });
  }

  private latest(): Date {
    const latest = this.systemNow();
    latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS_AHEAD);
    return latest;
  }
}

const refuseTarget = (
  code: 'invalid_format' | 'too_small' | 'too_large',
  params: Readonly<Record<string, string>>,
) => refuseFields([field('advance_to', code, { location: 'body', params })]);
