import { isDeepStrictEqual } from 'node:util';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse, type Refused } from '#kernel';
import { paysInvoices } from '#billing';
import type { Handles } from '#bus/nest/index';
import {
  StampDraftCommand,
  type CommandOutcome,
  type DefaultSeries,
  type InvoiceAsked,
  type InvoiceContent,
} from '#contracts';
import { CATALOGUES, IssuerObligations, type Catalogues } from '#fiscal';
import { Claims } from '../claims.js';
import { isOvertaken } from '../decide.js';
import { Fences } from '../fences.js';
import type { Invoice } from '../invoice.js';
import { Invoices } from '../invoices.js';
import { makeRoom } from '../../document/long-documents.js';
import { PaymentClaims } from '../payment-claims.js';
import { refuseIssuer } from '../obligations.js';
import { prepare, withFreshDate } from '../prepare.js';

type Asked = CommandOutcome<InvoiceAsked | undefined>;
type Draft = Extract<Invoice, { status: 'draft' }>;

/** How often others may take over what was claimed for a draft that nobody has edited. */
const MAX_ATTEMPTS = 3;

/** Issues a draft, with its customer's data as they are now. */
@CommandHandler(StampDraftCommand)
export class StampDraftHandler implements Handles<StampDraftCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly payments: PaymentClaims,
    private readonly fences: Fences,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
    private readonly obligations: IssuerObligations,
  ) {}

  async execute(command: StampDraftCommand): Promise<Asked> {
    const { issuer, base } = command.data;
    let { state: draft, replayed } = await this.invoices.look(command);
    for (let attempt = 1; draft.status === 'draft'; attempt += 1) {
      if (replayed) return this.repeat(command);
      // Before a folio is taken for a draft that somebody has changed meanwhile.
      const expected = await this.invoices.expected(command);
      if (!expected.ok) return expected;
      if (isOvertaken({ base }, draft)) return refuse('draft_update_in_progress');
      const { edited } = draft;
      const outcome = await this.attempt(command, draft);
      if (outcome.ok) return outcome;
      if (outcome.refusal.code !== 'draft_update_in_progress' || attempt === MAX_ATTEMPTS)
        return this.giveUp(command, draft, outcome);
      if (paysInvoices(draft.content)) await this.payments.release(command);
      ({ state: draft, replayed } = await this.invoices.look(command));
      // Others have edited it. If they have only taken over what was claimed for it, it may still be claimed again.
      if (draft.status === 'draft' && draft.edited !== edited) return outcome;
    }
    const now = new Date(command.time);
    return this.invoices.ask(command, {
      type: 'stamp-draft',
      now,
      issuer,
      ...(base !== undefined && { base }),
    });
  }

  /** The outcome of a command that has come before, and whose draft is one still or again. */
  private async repeat(command: StampDraftCommand): Promise<Asked> {
    const left = await this.invoices.leftBy(command);
    // It was given up then. One that was issued, and refused by the provider, was taken all the same.
    if (!left.includes('InvoiceIssued')) return refuse('draft_update_in_progress');
    const now = new Date(command.time);
    return this.invoices.ask(command, { type: 'stamp-draft', now, issuer: command.data.issuer });
  }

  private async attempt(command: StampDraftCommand, draft: Draft): Promise<Asked> {
    const { issuer, customer, base, default_series: defaults, later = false } = command.data;
    const now = new Date(command.time);
    const at = draft.revision;
    const follows = customer !== undefined && !isDeepStrictEqual(customer, draft.content.customer);
    const named = withDefaultSeries(draft.content, defaults);
    const current = follows ? { ...named, customer } : named;
    const claimed = await this.payments.claim(command, current, at);
    if (!claimed.ok) return claimed;
    const content = claimed.value;
    await makeRoom(content);
    const ready = prepare(withFreshDate(content, now), issuer, now, this.catalogues.large);
    const refused = ready.ok ? await refuseIssuer(this.obligations, command.tenant, content, issuer) : ready;
    if (refused) return refuse('draft_not_ready_to_stamp', { details: refused.refusal.details ?? [] });
    const numbering = await this.claims.number(command, content, draft.issues + 1);
    return this.invoices.ask(command, {
      ...{ type: 'stamp-draft', now, issuer, later, attempt: { at, numbering, content } },
      ...(base !== undefined && { base }),
    });
  }

  /** A refusal is final: what was claimed is free, and another process that is handling this command does nothing. */
  private async giveUp(command: StampDraftCommand, draft: Draft, refused: Refused): Promise<Asked> {
    if (!paysInvoices(draft.content)) return refused;
    await this.fences.giveUp(command, draft.revision);
    await this.payments.release(command);
    const { state, replayed } = await this.invoices.look(command);
    // Unless that process was quicker: what it did is the answer.
    if (!replayed || state.status === 'draft') return refused;
    return this.invoices.ask(command, {
      type: 'stamp-draft',
      now: new Date(command.time),
      issuer: command.data.issuer,
    });
  }
}

/** A draft that names no series is issued in the organization's for its type, as it is set now. */
function withDefaultSeries(content: InvoiceContent, defaults: DefaultSeries | undefined): InvoiceContent {
  const series = content.series ?? defaults?.[content.type] ?? null;
  return series === content.series ? content : { ...content, series };
}
