import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { SettleSurplusCommand, type CommandOutcome } from '#contracts';

/** What has become of the cancellation of a surplus stamp; refused where the stamping knows of none. */
@CommandHandler(SettleSurplusCommand)
export class SettleSurplusHandler implements Handles<SettleSurplusCommand> {
  async execute(): Promise<CommandOutcome<undefined>> {
    return refuse('conflict');
  }
}
