import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  CreateInvoiceCommand,
  type CommandOutcome,
  type InvoiceAsked,
  type InvoiceContent,
} from '#contracts';
import { isLarge } from '#billing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { nextTurn } from '#hosting';
import { Claims } from '../claims.js';
import { Invoices } from '../invoices.js';
import { PaymentClaims } from '../payment-claims.js';
import { prepare } from '../prepare.js';

type Asked = CommandOutcome<InvoiceAsked | undefined>;

/** An addenda of so many characters takes 5 ms to read. */
const LONG_ADDENDA = 100_000;

/** Whether its check takes long enough to be a turn of its own on the loop, apart from the request that asks for it. */
const isLong = (content: InvoiceContent): boolean =>
  (content.addenda?.length ?? 0) > LONG_ADDENDA || isLarge(content);

/** Creates an invoice or a draft, and claims what only one invoice may have, which the decider can't. */
@CommandHandler(CreateInvoiceCommand)
export class CreateInvoiceHandler implements Handles<CreateInvoiceCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
  ) {}

  async execute(command: CreateInvoiceCommand): Promise<Asked> {
    const { content, issuer, draft, request } = command.data;
    const now = new Date(command.time);
    if (isLong(content)) await nextTurn();
    if (!draft) {
      // Refused before anything is reserved: a rejected attempt burns neither key nor folio.
      const prepared = prepare(content, issuer, now, this.catalogues.large);
      if (!prepared.ok) return prepared;
    }
    const claimed = await this.claims.key(command, content.idempotency_key, request);
    if (!claimed.ok) return claimed;
    if (draft) return this.invoices.ask(command, { type: 'create-draft', now, data: command.data });
    const outcome = await this.issue(command, content, now);
    if (!outcome.ok) await this.claims.releaseKey(command, content.idempotency_key);
    return outcome;
  }

  private async issue(command: CreateInvoiceCommand, asked: InvoiceContent, now: Date): Promise<Asked> {
    const claimed = await this.payments.claim(command, asked);
    if (!claimed.ok) return claimed;
    const data = { ...command.data, content: claimed.value };
    const numbering = await this.claims.number(command, data.content);
    const outcome = await this.invoices.ask(command, { type: 'create', now, data, numbering });
    if (!outcome.ok) await this.payments.release(command, data.content);
    return outcome;
  }
}
