import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { monotonicMs } from '#kernel';
import type { CommandBus } from '#bus';
import { webhooksKey } from '#contracts';
import { BUS, LOG, SYSTEM_NOW, type Logger, type Patience } from '#hosting';
import type { SystemNow } from '#kernel';

const LOOK_MS = 50;
const ANSWER_MS = 10_000;

/** Tells the deliveries of webhooks where an organization's Test clock stands. */
@Injectable()
export class ClockedDeliveries {
  constructor(
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Makes the retries due that a clock has reached and waits for them, unless that takes too long. Answers the instant of the
   * next one, in Test time; undefined where none waits. Deliveries that nobody can be asked about hold up no clock.
   */
  async follow(organizationId: string, at: Date, patience: Patience): Promise<Date | undefined> {
    if (!this.bus.serves('webhooks.follow-clock')) return undefined;
    try {
      for (;;) {
        const { next_at, under_way } = await this.tell(organizationId, at);
        const next = next_at === null ? undefined : new Date(next_at);
        const isDone = under_way === 0 && (next === undefined || next > at);
        if (isDone || monotonicMs() > patience.deadline || patience.isOver()) return next;
        await sleep(LOOK_MS);
      }
    } catch (error) {
      this.log.warn({ err: error, organizationId }, 'the deliveries of webhooks did not follow a Test clock');
      return undefined;
    }
  }

  /** Tells them that a clock runs on from an instant. */
  async runOn(organizationId: string, from: Date): Promise<void> {
    if (!this.bus.serves('webhooks.follow-clock')) return;
    await this.tell(organizationId, from).catch((error: unknown) => {
      this.log.warn({ err: error, organizationId }, 'the deliveries of webhooks did not follow a Test clock');
    });
  }

  private async tell(
    organizationId: string,
    at: Date,
  ): Promise<{ readonly next_at: string | null; readonly under_way: number }> {
    const tenant = { organizationId, livemode: false };
    const id = randomUUID();
    const outcome = await this.bus.send(
      {
        ...{ id, type: 'webhooks.follow-clock', key: webhooksKey(tenant), tenant },
        ...{ actor: 'process:sandbox.clock', correlationId: id, time: at.toISOString() },
        data: { offset_ms: Math.max(0, at.getTime() - this.systemNow().getTime()) },
      },
      { timeoutMs: ANSWER_MS },
    );
    if (!outcome.ok) throw new Error(`webhooks.follow-clock was refused: ${outcome.refusal.code}`);
    return outcome.value.data;
  }
}
