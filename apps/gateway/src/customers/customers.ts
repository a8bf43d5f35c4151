import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  field,
  newId,
  ok,
  refuse,
  refuseFields,
  type Detail,
  type Language,
  type Refused,
  type Result,
  type Tenant,
} from '#kernel';
import {
  containsPattern,
  customersReadModel,
  type CustomerCreation,
  type CustomerDoc,
  type CustomerInput,
  type EditLinkPrint,
  type Receipt,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL, SOLE_INSTANCE } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';
import { Conditions, DocTable, textOf } from '../doc-table.js';
import { parseCustomerDoc } from '../docs.js';
import { FreshCache, keptMs } from '../fresh-cache.js';
import type { InstantRange, Page, PageRequest, Row, VersionedDoc } from '#http';
import { Mailer } from '../mailbox/mailer.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { DraftsOfCustomer } from './drafts.js';
import { EditLinks, type FoundEditLink, type OpenEditLink } from './edit-links.js';

export interface CustomerSearch {
  readonly q?: string | undefined;
  readonly range?: InstantRange | undefined;
}

export interface EditLinkWish {
  /** Whether a link is made with which the customer edits its own data. */
  readonly editLink?: boolean;
}

export interface EditLinkMail {
  /** Where it goes instead of the customer's own address. */
  readonly email?: string | undefined;
  readonly language: Language;
}

const readModel = customersReadModel;
const DAY_MS = 86_400_000;
/** Customers of whom requests follow each other closely. */
const KEPT = 5_000;

/** Customers for the API: its writes, and its reads of one tenant's. */
@Injectable()
export class Customers {
  readonly table: DocTable;
  /** By organization, environment and id. Forgotten as soon as any row shows something new: before a change is answered. */
  private readonly kept: FreshCache<CustomerDoc>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    watch: ProjectionWatch,
    private readonly sender: CommandSender,
    private readonly links: EditLinks,
    private readonly mailer: Mailer,
    private readonly organizations: OrganizationDirectory,
    private readonly drafts: DraftsOfCustomer,
  ) {
    this.table = new DocTable(pool, customersReadModel.table);
    this.kept = new FreshCache({ max: KEPT, ttlMs: keptMs(soleInstance) });
    watch.onAdvance(readModel.projection, () => this.kept.forget());
  }

  /** Creates a customer, or finds the identical one: its id, and which of the two it was. */
  async create(
    customer: CustomerInput,
    call: CallContext,
    { editLink = false }: EditLinkWish = {},
  ): Promise<Result<CustomerCreation>> {
    const name = (customer.tax_id || customer.legal_name || '').trim().toUpperCase();
    const { organizationId, livemode } = call.tenant;
    // Customers that may be the same come one after the other, so that the second finds the first.
    const key = `${organizationId}/${livemode ? 'live' : 'test'}/${name}`;
    const sent = await this.withLink(editLink, call, (edit_link) => {
      const data = { customer_id: newId(), customer, ...edit_link };
      return this.sender.send({ type: 'customers.create', key, data }, call, { readModel });
    });
    return sent.ok ? ok(sent.value.data) : sent;
  }

  async edit(
    id: string,
    changes: CustomerInput,
    call: CallContext,
    {
      editLink = false,
      ifRevision,
    }: EditLinkWish & { readonly ifRevision?: readonly number[] | undefined } = {},
  ): Promise<Result<VersionedDoc>> {
    const sent = await this.withLink(editLink, call, (edit_link) => {
      const data = { changes, ...edit_link };
      const message = { type: 'customers.edit', key: id, data, ifRevision } as const;
      return this.sender.send(message, call, { readModel });
    });
    if (!sent.ok) return sent;
    const doc = await this.findDoc(call.tenant, id);
    if (doc.ok) await this.drafts.follow(call, parseCustomerDoc(doc.value.json));
    return doc;
  }

  /**
   * Sends a customer its edit link, to its own e-mail unless another is given: the open one if it is good for
   * another day, or else a new one. Refuses customer_not_found, customer_email_required, and invalid_value of an
   * address that the mail server will not have.
   */
  async mailEditLink(id: string, mail: EditLinkMail, call: CallContext): Promise<Result<void>> {
    const { tenant } = call;
    const customer = await this.find(tenant, id);
    if (!customer) return refuse('customer_not_found');
    const to = mail.email ?? customer.email;
    if (to === null) return refuse('customer_email_required', { path: 'email', location: 'body' });
    const link = (await this.links.open(tenant, customer, DAY_MS)) ?? (await this.renewLink(id, call));
    if ('ok' in link) return link;
    const { language } = mail;
    const organization = await this.organizations.organization(tenant.organizationId);
    const data = { link: link.url, expires_at: link.expiresAt };
    const template = 'customer-edit-link' as const;
    const sent = await this.mailer.send({ template, data, to: [to], language, organization }, call);
    if (!sent.ok) return sent;
    return sent.value === 'accepted' ? ok(undefined) : refuseFields([field('email', 'invalid_value')]);
  }

  /** Saves what a customer sent by its link, once; the link's state is decided with it. */
  async complete(
    { tenant, customer, id }: FoundEditLink,
    changes: CustomerInput,
    correlationId: string,
  ): Promise<Result<void>> {
    if (id === null) return refuse('customer_edit_link_unavailable');
    const message = {
      type: 'customers.complete-edit-link',
      key: customer.id,
      data: { link_id: id, changes },
    } as const;
    const call = { tenant, actor: `edit-link:${id}`, correlationId };
    const sent = await this.sender.send(message, call, { readModel });
    if (!sent.ok) return sent;
    await this.links.forget(tenant, id);
    await this.drafts.follow(call, this.find(tenant, customer.id));
    return ok(undefined);
  }

  /** What a customer's data would be refused for; nothing is changed. */
  async problemsOf(
    { tenant, id }: FoundEditLink,
    customer: CustomerInput,
    correlationId: string,
  ): Promise<readonly Detail[]> {
    const asked = { type: 'customers.check', key: newId(), data: { customer } } as const;
    const sent = await this.sender.send(asked, { tenant, actor: `edit-link:${id}`, correlationId });
    return sent.ok ? sent.value.data.problems : [];
  }

  private async renewLink(id: string, call: CallContext): Promise<OpenEditLink | Refused> {
    const edited = await this.edit(id, {}, call, { editLink: true });
    if (!edited.ok) return edited;
    const customer = await this.find(call.tenant, id);
    // Deleted, or its link used up, in between.
    return (customer && (await this.links.open(call.tenant, customer))) ?? refuse('customer_not_found');
  }

  /** Sends a command with the print of a new link, where one is wished for; a refused one leaves no key. */
  private async withLink<Answer>(
    wished: boolean,
    { tenant }: CallContext,
    send: (data: { edit_link?: EditLinkPrint }) => Promise<Result<Receipt<Answer>>>,
  ): Promise<Result<Receipt<Answer>>> {
    if (!wished) return send({});
    const edit_link = await this.links.make(tenant);
    const sent = await send({ edit_link });
    // One that merely takes its time may still be taken.
    if (!sent.ok && sent.refusal.code !== 'service_unavailable')
      await this.links.forget(tenant, edit_link.id);
    return sent;
  }

  /** Deletes a customer and gives it as it was; one with open invoices stays. */
  async remove(id: string, call: CallContext, ifRevision?: readonly number[]): Promise<Result<VersionedDoc>> {
    const doc = await this.findDoc(call.tenant, id);
    if (!doc.ok) return doc;
    if (await this.hasOpenInvoices(call.tenant, id))
      return refuse('customer_has_invoices', { resourceId: id });
    const message = { type: 'customers.delete', key: id, data: {}, ifRevision } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? doc : sent;
  }

  /** A customer of the tenant, with its open link. */
  async findDoc(tenant: Tenant, id: string): Promise<Result<VersionedDoc>> {
    const doc = await this.table.findDoc(id, Conditions.ofTenant(tenant));
    if (!doc) return refuse('customer_not_found');
    return ok({ ...doc, json: await this.links.withUrl(tenant, doc.json) });
  }

  /** A customer of the tenant as the read model has it: with the id of its link. */
  find(tenant: Tenant, id: string): Promise<CustomerDoc | undefined> {
    return this.kept.get(`${tenant.organizationId} ${tenant.livemode} ${id}`, async () => {
      const doc = await this.table.findDoc(id, Conditions.ofTenant(tenant));
      return doc && parseCustomerDoc(doc.json);
    });
  }

  async fetchPage(tenant: Tenant, conditions: Conditions, request: PageRequest): Promise<Page> {
    const page = await this.table.fetchPage(conditions, request);
    const show = async (row: Row): Promise<Row> => {
      const { doc } = row;
      if (typeof doc === 'string') return { ...row, doc: await this.links.withUrl(tenant, doc) };
      const showLate = async () => {
        const text = await textOf(doc);
        return text === undefined ? undefined : Buffer.from(await this.links.withUrl(tenant, text));
      };
      return { ...row, doc: showLate };
    };
    return { ...page, rows: await Promise.all(page.rows.map(show)) };
  }

  search(tenant: Tenant, { q, range }: CustomerSearch): Conditions {
    const conditions = Conditions.ofTenant(tenant).within('created_at', range);
    return q === undefined ? conditions : conditions.and('search LIKE ?', containsPattern(q));
  }

  /**
   * A draft, an invoice or a retention being stamped, or a valid invoice that is still to be paid keeps its customer.
   */
  private async hasOpenInvoices({ organizationId, livemode }: Tenant, id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ open: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM gateway.invoices
         WHERE organization_id = $1 AND livemode = $2 AND customer_id = $3
           AND (status IN ('draft', 'pending') OR (status = 'valid' AND amount_due > 0))
       ) OR EXISTS (
         SELECT 1 FROM gateway.retentions
         WHERE organization_id = $1 AND livemode = $2 AND customer_id = $3 AND NOT hidden
           AND status IN ('draft', 'pending')
       ) AS open`,
      [organizationId, livemode, id],
    );
    return rows[0]?.open === true;
  }
}
