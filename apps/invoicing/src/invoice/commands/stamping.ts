import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  RecordDelayCommand,
  RecordFailureCommand,
  RecordRefusalCommand,
  RecordStampCommand,
  type CommandOutcome,
} from '#contracts';
import { Claims } from '../claims.js';
import { Invoices } from '../invoices.js';
import { PaymentClaims } from '../payment-claims.js';

/** What the stamping of an issue came to: sent by the service's own process. */

type Outcome = CommandOutcome<undefined>;

@CommandHandler(RecordStampCommand)
export class RecordStampHandler implements Handles<RecordStampCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: RecordStampCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.invoices.run(command, { type: 'record-stamp', now, ...command.data });
  }
}

@CommandHandler(RecordDelayCommand)
export class RecordDelayHandler implements Handles<RecordDelayCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: RecordDelayCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.invoices.run(command, { type: 'record-delay', now, ...command.data });
  }
}

@CommandHandler(RecordRefusalCommand)
export class RecordRefusalHandler implements Handles<RecordRefusalCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
  ) {}

  async execute(command: RecordRefusalCommand): Promise<Outcome> {
    const before = await this.invoices.state(command.key, command.tenant);
    const fits = before.status === 'pending' && before.issue.number === command.data.number;
    // It will never be stamped: those who learn of that find the balances free again.
    if (fits) await this.payments.release(command, before.content);
    const now = new Date(command.time);
    const outcome = await this.invoices.run(command, { type: 'record-refusal', now, ...command.data });
    if (fits) {
      await this.claims.returnFolio(command, before);
      if (!before.fromDraft) await this.claims.releaseKey(command, before.content.idempotency_key);
    }
    return outcome;
  }
}

@CommandHandler(RecordFailureCommand)
export class RecordFailureHandler implements Handles<RecordFailureCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
  ) {}

  async execute(command: RecordFailureCommand): Promise<Outcome> {
    const before = await this.invoices.state(command.key, command.tenant);
    const fits = before.status === 'pending' && before.issue.number === command.data.number;
    if (fits) await this.payments.release(command, before.content);
    const now = new Date(command.time);
    const outcome = await this.invoices.run(command, { type: 'record-failure', now, ...command.data });
    if (fits) await this.claims.returnFolio(command, before);
    return outcome;
  }
}
