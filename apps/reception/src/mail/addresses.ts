import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { newInboundToken, type InboundAddress } from '#contracts';
import { POOL } from '#hosting';

interface AddressRow {
  readonly token: string;
  readonly created_at: Date;
}

/**
 * All SQL on the addresses for mails: one of a tenant, in force or not. Nothing is decided from what they were before, so
 * there is no history of them but the audit log's (docs/adr/0081-inbound-mail.md).
 */
@Injectable()
export class InboundAddresses {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async find({ organizationId, livemode }: Tenant): Promise<InboundAddress | null> {
    const { rows } = await this.pool.query<AddressRow>({
      name: 'inbound-address',
      text: `SELECT token, created_at FROM reception.inbound_addresses
             WHERE organization_id = $1 AND livemode = $2`,
      values: [organizationId, livemode],
    });
    return rows[0] ? shown(rows[0]) : null;
  }

  /** The address of a tenant, which gets one if it has none; whoever asks at the same time is told the same. */
  async make(tenant: Tenant, at: string): Promise<InboundAddress | null> {
    await this.pool.query({
      name: 'make-inbound-address',
      text: `INSERT INTO reception.inbound_addresses (organization_id, livemode, token, created_at)
             VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      values: [tenant.organizationId, tenant.livemode, newInboundToken(tenant), at],
    });
    return this.find(tenant);
  }

  /** Another address instead of the one that the tenant has. `by`: the command; sent again it changes nothing more. */
  async renew(tenant: Tenant, by: string, at: string): Promise<InboundAddress | null> {
    await this.pool.query({
      name: 'renew-inbound-address',
      text: `INSERT INTO reception.inbound_addresses AS a (organization_id, livemode, token, created_at, renewed_by)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (organization_id, livemode) DO UPDATE
               SET token = EXCLUDED.token, created_at = EXCLUDED.created_at, renewed_by = EXCLUDED.renewed_by
               WHERE a.renewed_by IS DISTINCT FROM EXCLUDED.renewed_by`,
      values: [tenant.organizationId, tenant.livemode, newInboundToken(tenant), at, by],
    });
    return this.find(tenant);
  }
}

const shown = ({ token, created_at }: AddressRow): InboundAddress => ({
  token,
  created_at: created_at.toISOString(),
});
