import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { CommandBus } from '#bus';
import type { Handles } from '#bus/nest/index';
import {
  CancelRetentionCommand,
  RecordRetentionCancellationCommand,
  RefreshRetentionCommand,
  cancellationKey,
  type CommandOutcome,
  type InvoiceAsked,
} from '#contracts';
import { answerWithData } from '#eventing';
import { BUS } from '#hosting';
import { goOnStamping } from '../../document/go-on-stamping.js';
import { fiscalDocument } from '../retention.js';
import { Retentions } from '../retentions.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(CancelRetentionCommand)
export class CancelRetentionHandler implements Handles<CancelRetentionCommand> {
  constructor(private readonly retentions: Retentions) {}

  execute(command: CancelRetentionCommand): Promise<CommandOutcome<InvoiceAsked | undefined>> {
    const now = new Date(command.time);
    return this.retentions.ask(command, { type: 'cancel', now, ...command.data });
  }
}

@CommandHandler(RecordRetentionCancellationCommand)
export class RecordRetentionCancellationHandler implements Handles<RecordRetentionCancellationCommand> {
  constructor(private readonly retentions: Retentions) {}

  execute(command: RecordRetentionCancellationCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.retentions.run(command, { type: 'record-cancellation', now, answer: command.data });
  }
}

/** Asks provider and tax authority, and records the answer. A refusal of theirs leaves the retention as it is. */
@CommandHandler(RefreshRetentionCommand)
export class RefreshRetentionHandler implements Handles<RefreshRetentionCommand> {
  constructor(
    private readonly retentions: Retentions,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  async execute(command: RefreshRetentionCommand): Promise<Outcome> {
    const retention = await this.retentions.state(command.key, command.tenant);
    const document = { kind: 'retention', id: command.key } as const;
    switch (retention.status) {
      case 'absent':
      case 'deleted':
      case 'refused':
        return refuse('retention_not_found');
      // A canceled retention is final; asking again would tell nothing new.
      case 'canceled':
        return answerWithData();
      case 'pending':
        return goOnStamping(this.bus, command, document, retention.issue.number);
      case 'draft':
      case 'failed':
        return refuse('retention_not_stamped');
      case 'valid': {
        const check = { type: 'cancellation.check', key: cancellationKey(document) } as const;
        const asked = await this.bus.send({
          ...{ ...command, ...check },
          data: { document: fiscalDocument(retention) },
        });
        if (!asked.ok) return asked;
        const now = new Date(command.time);
        return this.retentions.run(command, { type: 'record-cancellation', now, answer: asked.value.data });
      }
    }
  }
}
