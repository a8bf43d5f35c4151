import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { FollowReceptionClockCommand, type ClockFollowed, type CommandOutcome } from '#contracts';
import { answerWithData } from '#eventing';
import { Watch } from './watch.js';

/** Less than who moves the clock waits for the answer. */
const WITHIN_MS = 5_000;

/** An organization's test clock has moved: its documents are looked at that are due by it. The command may come twice. */
@CommandHandler(FollowReceptionClockCommand)
export class FollowReceptionClockHandler implements Handles<FollowReceptionClockCommand> {
  constructor(private readonly watch: Watch) {}

  async execute({
    tenant: { organizationId },
    data: { offset_ms },
  }: FollowReceptionClockCommand): Promise<CommandOutcome<ClockFollowed>> {
    return answerWithData(await this.watch.followClock(organizationId, offset_ms, WITHIN_MS));
  }
}
