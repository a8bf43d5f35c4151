import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  ReadReceiptFoliosCommand,
  SetReceiptFoliosCommand,
  type CommandOutcome,
  type NextFolios,
} from '#contracts';
import { answerWithData } from '#eventing';
import { NO_SERIES, ReceiptFolios } from './folios.js';

interface FoliosOf {
  readonly organization: string;
  readonly next: NextFolios;
}

/** Answers the next folios of organizations that the sender has found its caller to reach. */
@CommandHandler(ReadReceiptFoliosCommand)
export class ReadReceiptFoliosHandler implements Handles<ReadReceiptFoliosCommand> {
  constructor(private readonly folios: ReceiptFolios) {}

  async execute({ data }: ReadReceiptFoliosCommand): Promise<CommandOutcome<{ folios: FoliosOf[] }>> {
    const { organizations } = data;
    const nextOf = await this.folios.read(organizations, [NO_SERIES]);
    return answerWithData({
      folios: organizations.map((organization) => ({ organization, next: nextOf(organization, NO_SERIES) })),
    });
  }
}

/** Sets the next folio. Delivered again it sets the same number, or is refused: a receipt has taken that by then. */
@CommandHandler(SetReceiptFoliosCommand)
export class SetReceiptFoliosHandler implements Handles<SetReceiptFoliosCommand> {
  constructor(private readonly folios: ReceiptFolios) {}

  async execute({ tenant, data }: SetReceiptFoliosCommand): Promise<CommandOutcome<NextFolios>> {
    const { next, only_check: onlyCheck = false } = data;
    const set = await this.folios.set(tenant.organizationId, NO_SERIES, next, { onlyCheck });
    return set.ok ? answerWithData(set.value) : set;
  }
}
