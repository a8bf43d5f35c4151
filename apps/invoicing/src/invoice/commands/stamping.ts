import { Injectable } from '@nestjs/common';
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
import type { InvoiceCommand } from '../decide.js';
import type { Invoice } from '../invoice.js';
import { Invoices } from '../invoices.js';
import { PaymentClaims } from '../payment-claims.js';

/** What the stamping of an issue came to: sent by the service's own process. */

type Outcome = CommandOutcome<undefined>;
type Pending = Extract<Invoice, { status: 'pending' }>;

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

/** An issue that ends without a stamp gives back what it held. */
@Injectable()
export class UnstampedIssues {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
  ) {}

  /** Records the end of an issue. `ended`: the invoice as it was before; undefined when another issue is under way. */
  async end(
    command: RecordRefusalCommand | RecordFailureCommand,
    decision: InvoiceCommand,
  ): Promise<{ readonly outcome: Outcome; readonly ended: Pending | undefined }> {
    const before = await this.invoices.state(command.key, command.tenant);
    const fits = before.status === 'pending' && before.issue.number === command.data.number;
    const ended = fits ? before : undefined;
    // It will never be stamped: those who learn of that find the balances free again.
    if (ended) await this.payments.release(command, ended.content);
    const outcome = await this.invoices.run(command, decision);
    if (ended) await this.claims.returnFolio(command, ended);
    return { outcome, ended };
  }
}

@CommandHandler(RecordRefusalCommand)
export class RecordRefusalHandler implements Handles<RecordRefusalCommand> {
  constructor(
    private readonly issues: UnstampedIssues,
    private readonly claims: Claims,
  ) {}

  async execute(command: RecordRefusalCommand): Promise<Outcome> {
    const now = new Date(command.time);
    const { outcome, ended } = await this.issues.end(command, {
      type: 'record-refusal',
      now,
      ...command.data,
    });
    if (ended && !ended.fromDraft) await this.claims.releaseKey(command, ended.content.idempotency_key);
    return outcome;
  }
}

@CommandHandler(RecordFailureCommand)
export class RecordFailureHandler implements Handles<RecordFailureCommand> {
  constructor(private readonly issues: UnstampedIssues) {}

  async execute(command: RecordFailureCommand): Promise<Outcome> {
    const now = new Date(command.time);
    const { outcome } = await this.issues.end(command, { type: 'record-failure', now, ...command.data });
    return outcome;
  }
}
