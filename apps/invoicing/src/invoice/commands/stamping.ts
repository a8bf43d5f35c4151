import { Injectable } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  RecordDelayCommand,
  RecordFailureCommand,
  RecordRefusalCommand,
  RecordStampCommand,
  RecordSurplusStampCommand,
  type CommandOutcome,
} from '#contracts';
import { Claims } from '../claims.js';
import type { InvoiceCommand } from '../decide.js';
import { Invoices } from '../invoices.js';
import { PaymentClaims } from '../payment-claims.js';

/** What the stamping of an issue came to: sent by the service's own process. */

type Outcome = CommandOutcome<undefined>;

@CommandHandler(RecordStampCommand)
export class RecordStampHandler implements Handles<RecordStampCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: RecordStampCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.invoices.run(command, {
      type: 'record-stamp',
      now,
      ...command.data,
      livemode: command.tenant.livemode,
    });
  }
}

@CommandHandler(RecordSurplusStampCommand)
export class RecordSurplusStampHandler implements Handles<RecordSurplusStampCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: RecordSurplusStampCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.invoices.run(command, { type: 'record-surplus-stamp', now, news: command.data });
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

/** An issue that ends without a stamp gives back what it held. */
@Injectable()
export class UnstampedIssues {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
  ) {}

  /** Records the end of an issue, and gives back what the invoice, as it is then, shows to be free. It may be late. */
  async end(
    command: RecordRefusalCommand | RecordFailureCommand,
    decision: InvoiceCommand,
  ): Promise<Outcome> {
    const before = await this.invoices.state(command.key, command.tenant);
    const outcome = await this.invoices.run(command, decision);
    await this.payments.release(command);
    if (before.status !== 'pending' || before.issue.number !== command.data.number) return outcome;
    const { content, issue } = before;
    const after = await this.invoices.state(command.key, command.tenant);
    await this.claims.returnFolio(command, content, issue, after);
    await this.claims.releaseKeys(command, content.idempotency_key);
    return outcome;
  }
}

@CommandHandler(RecordRefusalCommand)
export class RecordRefusalHandler implements Handles<RecordRefusalCommand> {
  constructor(private readonly issues: UnstampedIssues) {}

  execute(command: RecordRefusalCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.issues.end(command, { type: 'record-refusal', now, ...command.data });
  }
}

@CommandHandler(RecordFailureCommand)
export class RecordFailureHandler implements Handles<RecordFailureCommand> {
  constructor(private readonly issues: UnstampedIssues) {}

  execute(command: RecordFailureCommand): Promise<Outcome> {
    const now = new Date(command.time);
    return this.issues.end(command, { type: 'record-failure', now, ...command.data });
  }
}
