import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { refuse, type Clock } from '#kernel';
import {
  invoicesReadModel,
  type AnswerOf,
  type CustomerSnapshot,
  type InvoiceOutcome,
  type IssuerSnapshot,
  type OrganizationDoc,
} from '#contracts';
import { CLOCK, CONFIG, type Config } from '#hosting';
import { CommandSender, type CallContext, type OutgoingCommand } from '../commands.js';
import { HttpRefusal, unwrap, type VersionedDoc } from '#http';
import { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceContents } from './content.js';
import { draftIssuerOf, issuerOf } from './issuer.js';
import { LivePacs, type StampingUnavailable } from './live-pacs.js';
import { InvoiceQueries, type FollowedInvoice, type StoredInvoice } from './queries.js';
import type { ContentScope } from './scope.js';

const RETRY_AFTER_SECONDS = 2;
export const READ_MODEL = { readModel: invoicesReadModel };

export const PENDING = 'Nobody can say yet whether it is stamped: it stays pending, and is followed up';

type IssueType = 'invoicing.create' | 'invoicing.stamp-draft' | 'receipts.invoice';

/** What has to show beside the invoice, once it is stamped. */
type AfterStamp<Type extends IssueType> = (asked: AnswerOf<Type>) => Promise<void>;

/** Who asks, and as which issuer. */
export interface IssuingScope {
  readonly scope: ContentScope;
  readonly issuer: IssuerSnapshot;
}

/** Has invoices issued, and waits for the result. */
@Injectable()
export class InvoiceIssuing {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    private readonly contents: InvoiceContents,
    private readonly invoices: InvoiceQueries,
    private readonly pacs: LivePacs,
  ) {}

  /** For what issues nothing: reading, and drafts, whose issuer may lack things. */
  async scopeOf(call: CallContext): Promise<IssuingScope & { readonly isComplete: boolean }> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    return {
      scope: toScope(call, organization),
      issuer: draftIssuerOf(organization, call.tenant),
      isComplete: issuerOf(organization, call.tenant, this.clock.now(call.tenant)).ok,
    };
  }

  /**
   * For what is about to be issued, before anything is claimed for it.
   * @throws {HttpRefusal} in Live: organization_incomplete, and then feature_not_available without a provider, or
   * `unavailable` while all of them refuse connections
   */
  async issuingScopeOf(call: CallContext, unavailable?: StampingUnavailable): Promise<IssuingScope> {
    const judged = await this.completeScopeOf(call);
    unwrap(await this.pacs.check(call.tenant, unavailable));
    return judged;
  }

  /**
   * For what would be issued, as a preview says: for that no provider is needed.
   * @throws {HttpRefusal} in Live: organization_incomplete
   */
  async completeScopeOf(call: CallContext): Promise<IssuingScope> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const issuer = unwrap(issuerOf(organization, call.tenant, this.clock.now(call.tenant)));
    return { scope: toScope(call, organization), issuer };
  }

  /** A draft's customer as it is now. Throws draft_not_ready_to_stamp where its fiscal data is refused. */
  async customerOf(
    call: ContentScope,
    { status, customer_id: id }: Pick<StoredInvoice, 'status' | 'customer_id'>,
  ): Promise<{ readonly customer?: CustomerSnapshot }> {
    if (status !== 'draft' || id === null) return {};
    const found = await this.contents.customerNow(call, id);
    if (!found.ok && found.refusal.details)
      throw new HttpRefusal({ code: 'draft_not_ready_to_stamp', details: found.refusal.details });
    const customer = unwrap(found);
    return customer ? { customer } : {};
  }

  /**
   * Issues an invoice and waits for its stamp: 200 once it is stamped, 202 while that is uncertain. `after` waits for what
   * follows from the stamp elsewhere.
   */
  async issueAndWait<Type extends IssueType>(
    call: CallContext,
    id: string,
    command: OutgoingCommand<Type>,
    reply: FastifyReply,
    after?: AfterStamp<Type>,
  ): Promise<VersionedDoc> {
    let answer: AnswerOf<Type> | undefined;
    const settled = await this.sendAndWait(call, id, 'stamp', command, (asked) => (answer = asked));
    if (settled?.outcome?.kind === 'done') {
      await this.waitForBalances(call, settled, true);
      if (answer && after) await after(answer);
      return rowToVersionedDoc(settled);
    }
    if (settled?.outcome?.kind === 'failed') throw new HttpRefusal({ code: 'invoice_stamping_failed' });
    const issued = await this.invoices.find(call.tenant, id);
    // Its read model is behind: it was issued, and can't be shown yet. Who asks again finds it by its key.
    if (!issued.ok)
      throw new HttpRefusal(
        refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } }).refusal,
      );
    void reply.status(HttpStatus.ACCEPTED);
    return toVersionedDoc(issued.value);
  }

  /** Sends a command and waits for its result; throws a refusal of the provider or the tax authority. */
  async sendAndWait<Type extends IssueType | 'invoicing.cancel'>(
    call: CallContext,
    id: string,
    of: InvoiceOutcome['of'],
    command: OutgoingCommand<Type>,
    onAsked?: (asked: AnswerOf<Type>) => void,
  ): Promise<FollowedInvoice | undefined> {
    const wait = { tenant: call.tenant, id, of, timeoutMs: this.config.stampWaitMs };
    return this.invoices.outcomes.settle(wait, async () => {
      const asked = unwrap(await this.sender.send(command, call)).data;
      if (asked) onAsked?.(asked);
      return asked;
    });
  }

  /** After the answer to a payment, the invoices that it pays show the new balance. */
  async waitForBalances(
    { tenant }: CallContext,
    { id, doc }: FollowedInvoice,
    received: boolean,
  ): Promise<void> {
    const targets = doc.target_invoice_ids;
    if (targets.length > 0) await this.invoices.waitForPayment(tenant, targets, id, received);
  }
}

export const toVersionedDoc = ({ doc, revision }: StoredInvoice): VersionedDoc => ({ json: doc, revision });
export const rowToVersionedDoc = ({ doc, revision }: FollowedInvoice): VersionedDoc => ({
  json: JSON.stringify(doc),
  revision,
});

const toScope = (call: CallContext, { timezone, customization }: OrganizationDoc): ContentScope => ({
  ...{ ...call, timeZone: timezone },
  defaultSeries: customization.default_series,
});
