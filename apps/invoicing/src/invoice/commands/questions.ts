import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse, sameTenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  FindRequestCommand,
  INVOICE_STREAM,
  PreviewInvoiceCommand,
  ReadUnstampedCommand,
  type CommandOutcome,
  type InvoiceEvent,
  type InvoicePreview,
  type RequestHolder,
  type UnstampedDocument,
} from '#contracts';
import type { EventStore } from '#event-store';
import { answerWithData, readStream } from '#eventing';
import { CATALOGUES, IssuerObligations, type Catalogues } from '#fiscal';
import { EVENT_STORE } from '#hosting';
import { Claims } from '../claims.js';
import { dryRun } from '../dry-run.js';
import { makeRoom } from '../../document/long-documents.js';
import { refuseIssuer } from '../obligations.js';
import { unstampedOf } from '../unstamped.js';

/** What others ask of invoices; nothing is written. The history has a file of its own. */

/** Answers what an invoice would be. */
@CommandHandler(PreviewInvoiceCommand)
export class PreviewInvoiceHandler implements Handles<PreviewInvoiceCommand> {
  constructor(
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
    private readonly obligations: IssuerObligations,
  ) {}

  async execute({ data, tenant, time }: PreviewInvoiceCommand): Promise<CommandOutcome<InvoicePreview>> {
    await makeRoom(data.content);
    const preview = dryRun(data.content, data.issuer, tenant, new Date(time), this.catalogues.large);
    const refused = await refuseIssuer(this.obligations, tenant, data.content, data.issuer);
    const problems = [...preview.problems, ...(refused?.refusal.details ?? [])];
    return answerWithData({ ...preview, problems });
  }
}

/** Answers who has an idempotency key, and by which request. */
@CommandHandler(FindRequestCommand)
export class FindRequestHandler implements Handles<FindRequestCommand> {
  constructor(private readonly claims: Claims) {}

  async execute({ tenant, data }: FindRequestCommand): Promise<CommandOutcome<RequestHolder | null>> {
    return answerWithData(await this.claims.findHolder(tenant, data.idempotency_key));
  }
}

/** Answers what an invoice without a stamp says, from its events. */
@CommandHandler(ReadUnstampedCommand)
export class ReadUnstampedHandler implements Handles<ReadUnstampedCommand> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ key, tenant }: ReadUnstampedCommand): Promise<CommandOutcome<UnstampedDocument>> {
    const events = await readStream<InvoiceEvent>(this.store, INVOICE_STREAM, key);
    const isOurs = events.every(({ metadata }) => sameTenant(metadata, tenant));
    const document = isOurs ? unstampedOf(events) : undefined;
    return document ? answerWithData(document) : refuse('invoice_not_found');
  }
}
