import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { SettleSurplusCommand, type CommandOutcome } from '#contracts';
import { receipt } from '#eventing';
import { Stampings } from './stampings.js';

/** What has become of the cancellation of a surplus stamp; refused where the stamping knows of none. */
@CommandHandler(SettleSurplusCommand)
export class SettleSurplusHandler implements Handles<SettleSurplusCommand> {
  constructor(private readonly stampings: Stampings) {}

  async execute(command: SettleSurplusCommand): Promise<CommandOutcome<undefined>> {
    const { uuid, outcome } = command.data;
    const now = new Date(command.time);
    return receipt(await this.stampings.handle(command, { type: 'settle', now, uuid, outcome }));
  }
}
