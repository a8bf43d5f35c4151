import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ReadFoliosCommand,
  SetFoliosCommand,
  type CommandOutcome,
  type NextFolios,
  type OrganizationFolios,
} from '#contracts';
import { answerWithData } from '#eventing';
import { Folios } from '../folios.js';

/** Answers the next folios of organizations that the sender has found its caller to reach. */
@CommandHandler(ReadFoliosCommand)
export class ReadFoliosHandler implements Handles<ReadFoliosCommand> {
  constructor(private readonly folios: Folios) {}

  async execute({ data }: ReadFoliosCommand): Promise<CommandOutcome<{ folios: OrganizationFolios[] }>> {
    return answerWithData({ folios: await this.folios.read(data.organizations, data.series) });
  }
}

/** Sets the next folio. Delivered again it sets the same number, or is refused: somebody has taken that by then. */
@CommandHandler(SetFoliosCommand)
export class SetFoliosHandler implements Handles<SetFoliosCommand> {
  constructor(private readonly folios: Folios) {}

  async execute({ tenant, data }: SetFoliosCommand): Promise<CommandOutcome<NextFolios>> {
    const { counter, next, only_check: onlyCheck = false } = data;
    // A gateway of the release before: receipts have their counters in their own service by now.
    if (counter.kind === 'receipts') return refuse('service_unavailable');
    const set = await this.folios.set(tenant.organizationId, counter.series, next, { onlyCheck });
    return set.ok ? answerWithData(set.value) : set;
  }
}
