import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  RedeliverCommand,
  ReplayEventsCommand,
  ResendFailedCommand,
  type AttemptDoc,
  type CommandOutcome,
} from '#contracts';
import { answerWithData } from '#eventing';
import { refuse, systemNow } from '#kernel';
import { Redeliveries } from '../deliveries/manual.js';
import { Replays } from './replays.js';

/** An attempt takes 10 s at most. */
const RETRY_AFTER_SECONDS = 2;

type Outcome = CommandOutcome<{ events: number }>;

@CommandHandler(RedeliverCommand)
export class RedeliverHandler implements Handles<RedeliverCommand> {
  constructor(private readonly redeliveries: Redeliveries) {}

  async execute({
    id: commandId,
    tenant,
    data: { webhook_id: webhookId, attempt_id: attemptId },
  }: RedeliverCommand): Promise<CommandOutcome<{ attempt: AttemptDoc | null }>> {
    const attempt = await this.redeliveries.redeliver({ commandId, tenant, webhookId, attemptId });
    if (attempt === undefined)
      return refuse('rate_limit_exceeded', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    return answerWithData({ attempt });
  }
}

/** A command that comes twice takes up nothing twice that still waits; what is delivered twice has one id. */
@CommandHandler(ReplayEventsCommand)
export class ReplayEventsHandler implements Handles<ReplayEventsCommand> {
  constructor(private readonly replays: Replays) {}

  async execute({ tenant, data: { webhook_id, from, to } }: ReplayEventsCommand): Promise<Outcome> {
    const options = { undelivered: false, path: 'from' };
    const taken = await this.replays.takeUp(tenant, webhook_id, { from, to }, options);
    return taken.ok ? answerWithData({ events: taken.value }) : taken;
  }
}

@CommandHandler(ResendFailedCommand)
export class ResendFailedHandler implements Handles<ResendFailedCommand> {
  constructor(private readonly replays: Replays) {}

  async execute({ tenant, data: { webhook_id, since } }: ResendFailedCommand): Promise<Outcome> {
    const options = { undelivered: true, path: 'since' };
    const period = { from: since, to: systemNow().toISOString() };
    const taken = await this.replays.takeUp(tenant, webhook_id, period, options);
    return taken.ok ? answerWithData({ events: taken.value }) : taken;
  }
}
