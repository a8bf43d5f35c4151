import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { monotonicMs, type SystemNow, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import { webhooksKey, type ClockFollowed } from '#contracts';
import { BUS, LOG, SYSTEM_NOW, type Logger, type Patience } from '#hosting';

const LOOK_MS = 50;
const ANSWER_MS = 10_000;

/** Who keeps rows that wait for an organization's Test clock, beside the commands that are scheduled. */
const FOLLOWERS = ['webhooks.follow-clock', 'reception.follow-clock'] as const;
type Follower = (typeof FOLLOWERS)[number];

const keyOf = (follower: Follower, tenant: Tenant): string =>
  follower === 'webhooks.follow-clock' ? webhooksKey(tenant) : tenant.organizationId;

/** Tells the deliveries of webhooks, and who watches received documents, where an organization's Test clock stands. */
@Injectable()
export class ClockedDeliveries {
  constructor(
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Has done what is due by a clock that has reached an instant, and waits for it, unless that takes too long. Answers the
   * instant at which the next is due, in Test time; undefined where nothing waits. Who can't be asked holds up no clock.
   */
  async follow(organizationId: string, at: Date, patience: Patience): Promise<Date | undefined> {
    const all = await Promise.all(
      FOLLOWERS.map((follower) => this.followOne(follower, organizationId, at, patience)),
    );
    return all.reduce((first, next) => (first && (!next || first <= next) ? first : next), undefined);
  }

  /** Tells them that a clock runs on from an instant. */
  async runOn(organizationId: string, from: Date): Promise<void> {
    for (const follower of FOLLOWERS)
      if (this.bus.serves(follower))
        await this.tell(follower, organizationId, from).catch((error: unknown) =>
          this.warn(error, follower, organizationId),
        );
  }

  private async followOne(
    follower: Follower,
    organizationId: string,
    at: Date,
    patience: Patience,
  ): Promise<Date | undefined> {
    if (!this.bus.serves(follower)) return undefined;
    try {
      for (;;) {
        const { next_at, under_way } = await this.tell(follower, organizationId, at);
        const next = next_at === null ? undefined : new Date(next_at);
        const isDone = under_way === 0 && (next === undefined || next > at);
        if (isDone || monotonicMs() > patience.deadline || patience.isOver()) return next;
        await sleep(LOOK_MS);
      }
    } catch (error) {
      this.warn(error, follower, organizationId);
      return undefined;
    }
  }

  private warn(error: unknown, follower: Follower, organizationId: string): void {
    this.log.warn({ err: error, follower, organizationId }, 'what waits for a Test clock did not follow it');
  }

  private async tell(type: Follower, organizationId: string, at: Date): Promise<ClockFollowed> {
    const tenant = { organizationId, livemode: false };
    const id = randomUUID();
    const outcome = await this.bus.send(
      {
        ...{ id, type, key: keyOf(type, tenant), tenant },
        ...{ actor: 'process:sandbox.clock', correlationId: id, time: at.toISOString() },
        data: { offset_ms: Math.max(0, at.getTime() - this.systemNow().getTime()) },
      },
      { timeoutMs: ANSWER_MS },
    );
    if (!outcome.ok) throw new Error(`${type} was refused: ${outcome.refusal.code}`);
    return outcome.value.data;
  }
}
