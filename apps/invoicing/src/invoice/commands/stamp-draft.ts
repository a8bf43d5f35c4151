import { isDeepStrictEqual } from 'node:util';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { StampDraftCommand, type CommandOutcome, type InvoiceAsked } from '#contracts';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { Claims } from '../claims.js';
import type { Numbering, SettledDraft } from '../decide.js';
import { Invoices } from '../invoices.js';
import { PaymentClaims } from '../payment-claims.js';
import { prepare, withFreshDate } from '../prepare.js';

type Asked = CommandOutcome<InvoiceAsked | undefined>;

/** Issues a draft, with its customer's data as they are now. */
@CommandHandler(StampDraftCommand)
export class StampDraftHandler implements Handles<StampDraftCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
  ) {}

  async execute(command: StampDraftCommand): Promise<Asked> {
    const { issuer, customer } = command.data;
    const now = new Date(command.time);
    const draft = await this.invoices.state(command.key, command.tenant);
    if (draft.status !== 'draft')
      return this.invoices.ask(command, { type: 'stamp-draft', now, issuer, numbering: NONE });
    // Before a folio is taken for a draft that somebody has changed meanwhile.
    const expected = await this.invoices.expected(command);
    if (!expected.ok) return expected;
    const follows = customer !== undefined && !isDeepStrictEqual(customer, draft.content.customer);
    const current = follows ? { ...draft.content, customer } : draft.content;
    const claimed = await this.payments.claim(command, current);
    if (!claimed.ok) return claimed;
    const content = claimed.value;
    const outcome = await this.issue(command, { draft: draft.content, content }, now);
    if (!outcome.ok) await this.payments.release(command, content);
    return outcome;
  }

  private async issue(command: StampDraftCommand, settled: SettledDraft, now: Date): Promise<Asked> {
    const { issuer } = command.data;
    const ready = prepare(withFreshDate(settled.content, now), issuer, now, this.catalogues.large);
    if (!ready.ok) return refuse('draft_not_ready_to_stamp', { details: ready.refusal.details ?? [] });
    const numbering = await this.claims.number(command, settled.content);
    return this.invoices.ask(command, { type: 'stamp-draft', now, issuer, numbering, settled });
  }
}

/** Numbering for a decision that can only be a refusal. */
const NONE: Numbering = { series: null, folio_number: 0 };
