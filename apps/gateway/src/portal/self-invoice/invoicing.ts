import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid, ok, refuseFields, type Clock, type Detail, type Result } from '#kernel';
import {
  receiptsReadModel,
  type CustomerInput,
  type CustomerSnapshot,
  type AskCustomerInvoice,
  type InvoicePreview,
  type IssuerSnapshot,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { CLOCK, CONFIG, type Config } from '#hosting';
import { CommandSender, type CallContext } from '../../commands.js';
import { CustomerResolver } from '../../customers/resolver.js';
import { snapshotOf } from '../../customers/snapshot.js';
import { issuerOf } from '../../invoices/issuer.js';
import { LivePacs } from '../../invoices/live-pacs.js';
import { InvoiceQueries, type FollowedInvoice } from '../../invoices/queries.js';
import { planInvoice, RECEIPTS_SEEN_MS } from '../../receipts/invoicing/plan.js';
import type { FoundReceipt } from './receipts.js';
import type { Receiver } from './submission.js';

/** Several receipts of one organization, in one environment; the first is that of the page. */
export type Receipts = readonly [FoundReceipt, ...FoundReceipt[]];

/** What an invoice would be, and what is wrong with it. */
export interface Planned {
  readonly preview: InvoicePreview;
  readonly receipts: number;
}

/** How long a page that looks after an invoice waits for it: it is asked for again in a moment. */
const LOOK_MS = 2_000;

/** Makes invoices of receipts on behalf of whoever has their keys. */
@Injectable()
export class PortalInvoicing {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sender: CommandSender,
    private readonly watch: ProjectionWatch,
    private readonly customers: CustomerResolver,
    private readonly invoices: InvoiceQueries,
    private readonly pacs: LivePacs,
  ) {}

  /** What creating the customer would be refused for, the tax authority's register included. */
  async problemsOf(call: CallContext, customer: CustomerInput): Promise<Result<readonly Detail[]>> {
    const dryRun: Detail[] = [];
    const tried = await this.customers.resolve({ ...call, dryRun }, customer);
    return tried.ok ? ok(dryRun) : tried;
  }

  /** What the invoice would be: claims nothing, and stores nothing. Refused with all that is wrong. */
  async plan(call: CallContext, receipts: Receipts, { customer, use }: Receiver): Promise<Result<Planned>> {
    const issuer = this.issuerOf(receipts, call);
    if (!issuer.ok) return issuer;
    const dryRun: Detail[] = [];
    const tried = await this.customers.resolve({ ...call, dryRun }, customer);
    if (!tried.ok) return tried;
    if (dryRun.length > 0) return refuseFields(dryRun);
    const ask = askOf(receipts, snapshotOf(tried.value), use);
    const planned = await planInvoice(this.sender, call, issuer.value, ask);
    if (!planned.ok) return planned;
    const { plan, preview } = planned.value;
    return ok({ preview, receipts: plan.receipts });
  }

  /**
   * Has the invoice of an attempt made, and waits for its stamp. The same attempt asks for the same invoice, however often
   * and by whomever it is sent.
   *
   * @returns whether it is stamped; false while nobody can say yet
   */
  async issue(
    call: CallContext,
    invoice: string,
    receipts: Receipts,
    { customer, use }: Receiver,
  ): Promise<Result<boolean>> {
    const { tenant } = call;
    const issuer = this.issuerOf(receipts, call);
    if (!issuer.ok) return issuer;
    const isProvided = await this.pacs.check(tenant);
    if (!isProvided.ok) return isProvided;
    const resolved = await this.customers.resolve(call, customer);
    if (!resolved.ok) return resolved;
    const ask = askOf(receipts, snapshotOf(resolved.value), use);
    const follower = this.invoices.outcomes.follow(invoice);
    try {
      const asked = await this.sender.send(
        {
          ...{ type: 'receipts.invoice' as const, key: invoice, data: { ask, issuer: issuer.value } },
          id: deterministicUuid('self-invoice', invoice),
        },
        call,
      );
      if (!asked.ok) return asked;
      const { number, last } = asked.value.data;
      const settled = await this.invoices.outcomes.waitFor(follower, {
        ...{ tenant, id: invoice, of: 'stamp', number, timeoutMs: this.config.stampWaitMs },
      });
      const refused = refusalIn(settled);
      if (refused) return refused;
      if (settled?.outcome?.kind !== 'done') return ok(false);
      return ok(await this.watch.reached(receiptsReadModel, last, RECEIPTS_SEEN_MS));
    } finally {
      follower.close();
    }
  }

  /** What has become of the invoice of an attempt by now. Refused for good; true: stamped; false: nobody can say. */
  async look(call: CallContext, invoice: string): Promise<Result<boolean>> {
    const made = await this.invoices.outcomes.waitForCreated(call.tenant, invoice, {
      settled: true,
      timeoutMs: LOOK_MS,
    });
    return refusalIn(made) ?? ok(made?.outcome?.kind === 'done');
  }

  private issuerOf([{ organization }]: Receipts, { tenant }: CallContext): Result<IssuerSnapshot> {
    return issuerOf(organization, tenant, this.clock.now(tenant));
  }
}

function refusalIn(invoice: FollowedInvoice | undefined) {
  const { kind, code, details = [] } = invoice?.outcome ?? {};
  if (kind !== 'refused' && kind !== 'failed') return undefined;
  return { ok: false as const, refusal: { code: code ?? ('invoice_stamping_failed' as const), details } };
}

const askOf = (receipts: Receipts, customer: CustomerSnapshot, use: string): AskCustomerInvoice => {
  const { self_invoice, customization } = receipts[0].organization;
  return {
    kind: 'customer',
    receipts: { by: 'key', keys: receipts.map(({ receipt }) => receipt.key) },
    // One that only would be created has no id.
    customer: { ...customer, id: customer.id || null },
    use,
    ...{ payment_form: null, date: null },
    extras: {
      ...{ conditions: null, folio_number: null, series: customization.default_series?.['I'] ?? null },
      ...{ pdf_custom_section: null, pdf_options: null, addenda: null, namespaces: [] },
    },
    apply_resico_isr: self_invoice.apply_resico_isr,
    ...{ origin: 'portal', refuse_expired: true },
  };
};
