import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { noPacs, ReadPacsCommand, SetPacsCommand, type CommandOutcome, type PacsInForce } from '#contracts';
import { answerWithData, receipt } from '#eventing';
import { Organizations } from './organizations.js';

/** The settings in force: for who keeps what they name. */
@CommandHandler(ReadPacsCommand)
export class ReadPacsHandler implements Handles<ReadPacsCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute({ key, tenant }: ReadPacsCommand): Promise<CommandOutcome<PacsInForce | null>> {
    const state = await this.organizations.state(key, tenant);
    if (state.status === 'active') return answerWithData(state.pacs);
    return answerWithData(state.status === 'deleted' ? state.before.pacs : null);
  }
}

/** Other settings of PACs, whose credentials lie in the vault already. */
@CommandHandler(SetPacsCommand)
export class SetPacsHandler implements Handles<SetPacsCommand> {
  constructor(private readonly organizations: Organizations) {}

  async execute(command: SetPacsCommand): Promise<CommandOutcome<{ pacs: PacsInForce }>> {
    const { pacs: changes, installed } = command.data;
    const setting = { type: 'set-pacs' as const, changes, installed, at: command.time };
    const handled = await this.organizations.handle(command, setting);
    if (!handled.ok) return handled;
    const { state } = handled.value;
    return receipt(handled, { pacs: state.status === 'active' ? state.pacs : noPacs });
  }
}
