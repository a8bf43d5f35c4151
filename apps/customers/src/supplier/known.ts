import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { SUPPLIER_STREAM, type Place, type ReadModel, type SupplierFields } from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL } from '#hosting';
import { knownSuppliersProjection } from './known-projection.js';
import { fingerprintOf } from './supplier.js';

const KNOWN = {
  projection: knownSuppliersProjection.name,
  table: knownSuppliersProjection.table,
  stream: SUPPLIER_STREAM,
} satisfies ReadModel;

/** How long a write waits to see itself in the read model, where the next create and the next import look. */
const OWN_WRITE_MS = 5_000;

/** An identical supplier, as its row shows it. */
export interface TwinSupplier {
  readonly id: string;
  readonly revision: number;
}

/** Where the service finds the supplier that it has already. */
@Injectable()
export class KnownSuppliers {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly watch: ProjectionWatch,
  ) {}

  /** A supplier that is the same in every field. */
  async twinOf(tenant: Tenant, fields: SupplierFields): Promise<TwinSupplier | undefined> {
    const { rows } = await this.pool.query<TwinSupplier>({
      name: 'supplier-twin',
      text: `SELECT id, revision FROM ${KNOWN.table}
             WHERE organization_id = $1 AND livemode = $2 AND fingerprint = $3 ORDER BY id LIMIT 1`,
      values: [tenant.organizationId, tenant.livemode, fingerprintOf(fields)],
    });
    return rows[0];
  }

  /** The suppliers of RFCs, by RFC: of several that have one, the oldest. */
  async byRfc(tenant: Tenant, rfcs: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ id: string; tax_id: string }>({
      name: 'suppliers-by-rfc',
      text: `SELECT DISTINCT ON (tax_id) id, tax_id FROM ${KNOWN.table}
             WHERE organization_id = $1 AND livemode = $2 AND tax_id = ANY($3)
             ORDER BY tax_id, created_at, id`,
      values: [tenant.organizationId, tenant.livemode, rfcs],
    });
    return new Map(rows.map(({ id, tax_id }) => [tax_id, id]));
  }

  /** Waits until what was just written of a supplier can be found, for a while. */
  async shows(place: Place): Promise<void> {
    await this.watch.reached(KNOWN, place, OWN_WRITE_MS);
  }
}
