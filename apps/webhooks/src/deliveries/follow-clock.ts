import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { SystemNow } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { FollowClockCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { inTransaction } from '#eventing/transaction';
import { POOL, SYSTEM_NOW } from '#hosting';
import { Deliveries } from './deliveries.js';
import { judgeHealth, nextJudgement, type Failing } from './health.js';
import {
  CLOCK_STANDS,
  MOVE_DELIVERIES,
  MOVE_HEALTH,
  READ_FAILING,
  READ_WAITING,
  SET_CLOCK,
} from './clock-statements.js';

interface Waiting {
  readonly due: number;
  readonly next: Date | null;
}

/**
 * An organization's test clock has moved. Its deliveries are kept in the system's time, so those of Test are moved the other
 * way by the difference. The command may come twice, and says where the clock stands, not how far it went.
 */
@CommandHandler(FollowClockCommand)
export class FollowClockHandler implements Handles<FollowClockCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(Deliveries) private readonly deliveries: Pick<Deliveries, 'clockMoved'>,
  ) {}

  async execute({
    tenant: { organizationId },
    data: { offset_ms: offset },
  }: FollowClockCommand): Promise<CommandOutcome<{ next_at: string | null; under_way: number }>> {
    const now = this.systemNow();
    await this.move(organizationId, offset, now);
    this.deliveries.clockMoved(organizationId);
    const values = [organizationId, now.toISOString()];
    const { rows: waiting } = await this.pool.query<Waiting>(READ_WAITING, values);
    const { rows: failing } = await this.pool.query<Failing>(READ_FAILING, [organizationId]);
    const judged = failing.filter((one) => judgeHealth(one, now)).length;
    const instants = [waiting[0]?.next ?? null, ...failing.map(nextJudgement)]
      .filter((at) => at !== null && at > now)
      .map((at) => at?.getTime() ?? Infinity);
    const next = instants.length > 0 ? new Date(Math.min(...instants) + offset).toISOString() : null;
    return answerWithData({ next_at: next, under_way: (waiting[0]?.due ?? 0) + judged });
  }

  private move(organizationId: string, offset: number, now: Date): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ offset_ms: string }>(CLOCK_STANDS, [organizationId]);
      const ahead = offset - Number(rows[0]?.offset_ms ?? 0);
      if (ahead === 0) return;
      const values = [organizationId, ahead];
      await client.query(SET_CLOCK, [organizationId, offset]);
      await client.query(MOVE_DELIVERIES, [...values, now.toISOString()]);
      await client.query(MOVE_HEALTH, values);
    });
  }
}
