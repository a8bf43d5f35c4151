import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { unpackText } from '../../doc-table.js';
import { parseReceiptDoc } from '../../docs.js';
import type { Clock, Tenant } from '#kernel';
import {
  RECEIPT_KEY_ALPHABET,
  RECEIPT_KEY_LENGTH,
  organizationsReadModel,
  receiptsReadModel,
  type OrganizationDoc,
  type ReceiptDoc,
  type ReceiptRow,
} from '#contracts';
import { rowTypes } from '#eventing';
import { CLOCK, POOL } from '#hosting';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { typedKey } from '../../receipts/queries.js';

/** What became of a receipt, as its customer meets it. */
export type ReceiptState = 'open' | 'expired' | 'canceled' | 'invoiced' | 'global';

/** A receipt that somebody has the key of. */
export interface FoundReceipt {
  readonly tenant: Tenant;
  readonly organization: OrganizationDoc;
  readonly receipt: ReceiptDoc;
  readonly state: ReceiptState;
}

const KEY = new RegExp(`^[${RECEIPT_KEY_ALPHABET}]{${RECEIPT_KEY_LENGTH}}$`);

export const writeKey = typedKey;

/** Finds receipts by their keys, which are unique in the installation. */
@Injectable()
export class ReceiptKeys {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly organizations: OrganizationDirectory,
  ) {}

  /** The receipt of a key; undefined for one that never was, and of an organization that is gone. */
  async find(key: string): Promise<FoundReceipt | undefined> {
    if (!KEY.test(key)) return undefined;
    const { rows } = await this.pool.query<
      Pick<ReceiptRow, 'organization_id' | 'livemode'> & { readonly doc: string }
    >({
      name: 'receipt-by-key',
      text: `SELECT organization_id, livemode, doc::text AS doc FROM ${receiptsReadModel.table}
             WHERE key = $1 AND EXISTS (SELECT FROM ${organizationsReadModel.table} AS o
               WHERE o.id = organization_id AND o.closed IS NULL)`,
      values: [key],
      types: rowTypes,
    });
    const [row] = rows;
    if (!row) return undefined;
    const tenant = { organizationId: row.organization_id, livemode: row.livemode };
    const receipt = parseReceiptDoc(await unpackText(row.doc));
    const organization = await this.organizations.organization(tenant.organizationId);
    return { tenant, organization, receipt, state: this.stateOf(tenant, receipt) };
  }

  private stateOf(tenant: Tenant, { status, expires_at }: ReceiptDoc): ReceiptState {
    if (status === 'invoiced_to_customer') return 'invoiced';
    if (status === 'invoiced_globally') return 'global';
    if (status === 'canceled') return 'canceled';
    return Date.parse(expires_at) < this.clock.now(tenant).getTime() ? 'expired' : 'open';
  }
}
