import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { newId, refuse } from '#kernel';
import {
  invoicesReadModel,
  type CustomerSnapshot,
  type InvoiceOutcome,
  type IssuerSnapshot,
} from '#contracts';
import { RUNTIME, type Runtime } from '#platform';
import { CommandSender, type CallContext, type OutgoingCommand } from '../commands.js';
import { HttpRefusal, unwrap, type VersionedDoc } from '../http/index.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceContents } from './content.js';
import type { CreateInvoiceBody } from './dto.js';
import { issuerOf } from './issuer.js';
import { InvoiceQueries, type FollowedInvoice, type StoredInvoice } from './queries.js';
import type { ContentScope } from './scope.js';

const RETRY_AFTER_SECONDS = 2;
export const READ_MODEL = { readModel: invoicesReadModel };

type IssueType = 'invoicing.create' | 'invoicing.stamp-draft';

/** How a new invoice is asked for. */
export interface Making {
  /** Answered before its stamp. */
  readonly later: boolean;
  readonly reply: FastifyReply;
  /** See idempotency.ts. */
  readonly request?: string;
}

/** Has invoices issued, and waits for what comes of it. */
@Injectable()
export class InvoiceIssuing {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    private readonly contents: InvoiceContents,
    private readonly invoices: InvoiceQueries,
  ) {}

  async scopeOf(call: CallContext): Promise<{ scope: ContentScope; issuer: IssuerSnapshot }> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    return {
      scope: { ...call, timeZone: organization.timezone },
      issuer: unwrap(issuerOf(organization, call.tenant)),
    };
  }

  /** Makes an invoice of a body: a draft, one that is stamped before the answer, or one that is stamped later. */
  async made(
    call: CallContext,
    body: CreateInvoiceBody,
    { later, reply, request }: Making,
  ): Promise<VersionedDoc> {
    const { scope, issuer } = await this.scopeOf(call);
    const draft = body.status === 'draft';
    const content = unwrap(await this.contents.create({ ...scope, draft }, body));
    const id = newId();
    const data = { content, issuer, draft, ...(request !== undefined && { request }) };
    if (!draft && !later) return this.stamped(call, id, { type: 'invoicing.create', key: id, data }, reply);
    const asked = { type: 'invoicing.create', key: id, data: { ...data, later } } as const;
    unwrap(await this.sender.send(asked, call, READ_MODEL));
    return shown(unwrap(await this.invoices.find(call.tenant, id)));
  }

  /** The answer that the creator of an invoice got, or would get; undefined for a refused one. */
  async replayed(
    call: CallContext,
    id: string,
    atOnce: boolean,
    reply: FastifyReply,
  ): Promise<VersionedDoc | undefined> {
    const wait = { settled: !atOnce, timeoutMs: this.runtime.config.stampWaitMs };
    const row = await this.invoices.made(call.tenant, id, wait);
    const found = row && (await this.invoices.find(call.tenant, id));
    if (!found?.ok) return undefined;
    const { status, outcome } = found.value;
    if (!atOnce && status === 'failed' && outcome?.kind === 'failed')
      throw new HttpRefusal({ code: 'invoice_stamping_failed' });
    if (!atOnce && status === 'pending') void reply.status(HttpStatus.ACCEPTED);
    return shown(found.value);
  }

  /** A draft's customer as it is now. Throws draft_not_ready_to_stamp where its fiscal data is refused. */
  async customerOf(
    call: ContentScope,
    { status, customer_id: id }: StoredInvoice,
  ): Promise<{ readonly customer?: CustomerSnapshot }> {
    if (status !== 'draft' || id === null) return {};
    const found = await this.contents.customerNow(call, id);
    if (!found.ok && found.refusal.details)
      throw new HttpRefusal({ code: 'draft_not_ready_to_stamp', details: found.refusal.details });
    const customer = unwrap(found);
    return customer ? { customer } : {};
  }

  /** Issues an invoice and waits for its stamp: 200 once it is there, 202 while nobody can say. */
  async stamped<Type extends IssueType>(
    call: CallContext,
    id: string,
    command: OutgoingCommand<Type>,
    reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const settled = await this.outcome(call, id, 'stamp', command);
    if (settled?.outcome?.kind === 'done') {
      await this.paid(call, settled, true);
      return fresh(settled);
    }
    if (settled?.outcome?.kind === 'failed') throw new HttpRefusal({ code: 'invoice_stamping_failed' });
    const issued = await this.invoices.find(call.tenant, id);
    // Its read model is behind: it was issued, and can't be shown yet. Who asks again finds it by its key.
    if (!issued.ok)
      throw new HttpRefusal(
        refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } }).refusal,
      );
    void reply.status(HttpStatus.ACCEPTED);
    return shown(issued.value);
  }

  /** Sends a command and waits for what comes of it; throws what provider or tax authority refused. */
  async outcome<Type extends IssueType | 'invoicing.cancel'>(
    call: CallContext,
    id: string,
    of: InvoiceOutcome['of'],
    command: OutgoingCommand<Type>,
  ): Promise<FollowedInvoice | undefined> {
    const { tenant } = call;
    const timeoutMs = this.runtime.config.stampWaitMs;
    const follower = this.invoices.follow(id);
    try {
      const asked = unwrap(await this.sender.send(command, call)).data;
      // A second delivery may find that all is over already.
      if (!asked) return undefined;
      const { number } = asked;
      const settled = await this.invoices.settled(follower, { tenant, id, of, number, timeoutMs });
      if (settled?.outcome?.kind !== 'refused') return settled;
      const { code = 'internal_error', details = [] } = settled.outcome;
      throw new HttpRefusal({ code, details });
    } finally {
      follower.close();
    }
  }

  /** After the answer to a payment, the invoices that it pays show the new balance. */
  async paid({ tenant }: CallContext, { id, doc }: FollowedInvoice, received: boolean): Promise<void> {
    const targets = doc.target_invoice_ids;
    if (targets.length > 0) await this.invoices.paymentSeen(tenant, targets, id, received);
  }
}

export const shown = ({ doc, revision }: StoredInvoice): VersionedDoc => ({ json: doc, revision });
export const fresh = ({ doc, revision }: FollowedInvoice): VersionedDoc => ({
  json: JSON.stringify(doc),
  revision,
});
