import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { newId, type Tenant, type Clock } from '#kernel';
import {
  EDIT_LINK_DAYS,
  customersReadModel,
  editLinkSecret,
  hashSecretKey,
  isEditLinkKey,
  newEditLinkKey,
  organizationsReadModel,
  type CustomerDoc,
  type EditLinkPrint,
} from '#contracts';
import { CLOCK, POOL, Vault } from '#hosting';
import { parseCustomerDoc } from '../docs.js';
import { PublicUrl } from '../portal/public-url.js';

const DAY_MS = 86_400_000;

/** The state of a link: usable, used, expired, or replaced by another one. */
export type EditLinkState = 'open' | 'completed' | 'expired' | 'replaced';

/** A link as its key finds it, and the customer that it is for. */
export interface FoundEditLink {
  readonly tenant: Tenant;
  readonly customer: CustomerDoc;
  /** The link's id; null when it is no longer the one in force. */
  readonly id: string | null;
  readonly state: EditLinkState;
}

export interface OpenEditLink {
  readonly url: string;
  readonly expiresAt: string;
}

/**
 * The links with which customers edit their own data. Their keys are sealed in the organization's vault, since
 * the API shows an open link again; events and rows have their hashes.
 */
@Injectable()
export class EditLinks {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Makes a link's key and keeps it; the link exists once a command with its print was taken. */
  async make(tenant: Tenant): Promise<EditLinkPrint> {
    const { clock, vault } = this;
    const id = newId();
    const key = newEditLinkKey();
    await vault.put(tenant.organizationId, editLinkSecret(id), Buffer.from(key));
    const expires_at = new Date(clock.now(tenant).getTime() + EDIT_LINK_DAYS * DAY_MS).toISOString();
    return { id, key_hash: hashSecretKey(key), expires_at };
  }

  /** Forgets the key of a link that was refused, or is used up. */
  async forget({ organizationId }: Tenant, id: string): Promise<void> {
    await this.vault.remove(organizationId, editLinkSecret(id));
  }

  /** The customer's link, while it can be used for that long. */
  async open(tenant: Tenant, customer: CustomerDoc, forMs = 0): Promise<OpenEditLink | undefined> {
    const { edit_link: id, edit_link_expires_at: expiresAt } = customer;
    if (id === null || expiresAt === null || this.leftMs(tenant, expiresAt) <= forMs) return undefined;
    const key = await this.vault.get(tenant.organizationId, editLinkSecret(id));
    return key && { url: `${this.publicUrl.base}/tax-info/${key.toString()}`, expiresAt };
  }

  /** A customer's document of the read model as the API answers it: with the address of its open link. */
  async withUrl(tenant: Tenant, text: string): Promise<string> {
    const customer = parseCustomerDoc(text);
    if (!customer.edit_link) return text;
    const link = await this.open(tenant, customer);
    const { url = null, expiresAt = null } = link ?? {};
    return JSON.stringify({ ...customer, edit_link: url, edit_link_expires_at: expiresAt });
  }

  /** Finds a link by its key; undefined for one that never was, or whose customer is gone. */
  async find(key: string): Promise<FoundEditLink | undefined> {
    if (!isEditLinkKey(key)) return undefined;
    const hash = hashSecretKey(key);
    const { rows } = await this.pool.query<{
      organization_id: string;
      livemode: boolean;
      latest: string;
      doc: CustomerDoc;
    }>({
      name: 'customer-by-edit-link',
      text: `SELECT organization_id, livemode, edit_link_hashes[cardinality(edit_link_hashes)] AS latest, doc
             FROM ${customersReadModel.table}
             WHERE edit_link_hashes @> ARRAY[$1] AND edit_link_hashes <> '{}'
               AND EXISTS (SELECT FROM ${organizationsReadModel.table} AS o
                 WHERE o.id = organization_id AND o.closed IS NULL)`,
      values: [hash],
    });
    const [row] = rows;
    if (!row) return undefined;
    const { organization_id: organizationId, livemode, latest, doc: customer } = row;
    const { edit_link: id, edit_link_expires_at: expiresAt } = customer;
    const found = { tenant: { organizationId, livemode }, customer };
    if (latest !== hash) return { ...found, id: null, state: 'replaced' };
    if (id === null || expiresAt === null) return { ...found, id: null, state: 'completed' };
    return { ...found, id, state: this.leftMs(found.tenant, expiresAt) > 0 ? 'open' : 'expired' };
  }

  private leftMs(tenant: Tenant, expiresAt: string): number {
    return Date.parse(expiresAt) - this.clock.now(tenant).getTime();
  }
}
