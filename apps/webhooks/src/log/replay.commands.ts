import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { ReplayEventsCommand, ResendFailedCommand, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { systemNow } from '#kernel';
import { Replays } from './replays.js';

type Outcome = CommandOutcome<{ events: number }>;

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
