import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  RecordRetentionDelayCommand,
  RecordRetentionFailureCommand,
  RecordRetentionRefusalCommand,
  RecordRetentionStampCommand,
  RecordRetentionSurplusStampCommand,
  type CommandOutcome,
} from '#contracts';
import { RetentionClaims } from '../claims.js';
import { Retentions } from '../retentions.js';

/** What the stamping of an issue came to: sent by the service's own process. */

type Outcome = CommandOutcome<undefined>;

@CommandHandler(RecordRetentionStampCommand)
export class RecordRetentionStampHandler implements Handles<RecordRetentionStampCommand> {
  constructor(private readonly retentions: Retentions) {}

  execute(command: RecordRetentionStampCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.retentions.run(command, { type: 'record-stamp', now, ...command.data });
  }
}

@CommandHandler(RecordRetentionSurplusStampCommand)
export class RecordRetentionSurplusStampHandler implements Handles<RecordRetentionSurplusStampCommand> {
  constructor(private readonly retentions: Retentions) {}

  execute(command: RecordRetentionSurplusStampCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.retentions.run(command, { type: 'record-surplus-stamp', now, news: command.data });
  }
}

@CommandHandler(RecordRetentionDelayCommand)
export class RecordRetentionDelayHandler implements Handles<RecordRetentionDelayCommand> {
  constructor(private readonly retentions: Retentions) {}

  execute(command: RecordRetentionDelayCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.retentions.run(command, { type: 'record-delay', now, ...command.data });
  }
}

/** A retention that is refused before anybody was shown it gives back its key. */
@CommandHandler(RecordRetentionRefusalCommand)
export class RecordRetentionRefusalHandler implements Handles<RecordRetentionRefusalCommand> {
  constructor(
    private readonly retentions: Retentions,
    private readonly claims: RetentionClaims,
  ) {}

  async execute(command: RecordRetentionRefusalCommand): Promise<Outcome> {
    const before = await this.retentions.state(command.key, command.tenant);
    const now = new Date(command.time);
    const outcome = await this.retentions.run(command, { type: 'record-refusal', now, ...command.data });
    // Read from the stream: it may be late, and finds what is free by then.
    if (before.status === 'pending' && before.issue.number === command.data.number)
      await this.claims.releaseKeys(command, before.content.idempotency_key);
    return outcome;
  }
}

@CommandHandler(RecordRetentionFailureCommand)
export class RecordRetentionFailureHandler implements Handles<RecordRetentionFailureCommand> {
  constructor(private readonly retentions: Retentions) {}

  execute(command: RecordRetentionFailureCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.retentions.run(command, { type: 'record-failure', now, ...command.data });
  }
}
