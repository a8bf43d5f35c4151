import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import {
  CUSTOMER_STREAM,
  type CustomerFields,
  type FoundCustomer,
  type Place,
  type ReadModel,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL } from '#hosting';
import { fingerprintOf } from './customer.js';
import { twinsProjection } from './twins-projection.js';

const TWINS = {
  projection: twinsProjection.name,
  table: twinsProjection.table,
  stream: CUSTOMER_STREAM,
} satisfies ReadModel;

/** How long a create waits to see itself in the read model, where the next identical one looks for it. */
const OWN_WRITE_MS = 5_000;

/** An identical customer: its id, and the revision that shows it. */
export interface Twin {
  readonly id: string;
  readonly revision: number;
}

/** Where the service finds the customer that it has already. */
@Injectable()
export class Twins {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly watch: ProjectionWatch,
  ) {}

  async of(tenant: Tenant, fields: CustomerFields): Promise<Twin | undefined> {
    const { rows } = await this.pool.query<Twin>({
      name: 'customer-twin',
      text: `SELECT id, revision FROM ${TWINS.table}
             WHERE organization_id = $1 AND livemode = $2 AND fingerprint = $3 ORDER BY id LIMIT 1`,
      values: [tenant.organizationId, tenant.livemode, fingerprintOf(fields)],
    });
    return rows[0];
  }

  /** The customers of RFCs, by RFC: of each that one customer alone has. */
  async byRfc(tenant: Tenant, rfcs: readonly string[]): Promise<readonly FoundCustomer[]> {
    const { rows } = await this.pool.query<FoundCustomer>({
      name: 'customers-by-rfc',
      text: `SELECT fields->>'tax_id' AS tax_id, min(id) AS id FROM ${TWINS.table}
             WHERE organization_id = $1 AND livemode = $2 AND fields->>'tax_id' = ANY($3)
             GROUP BY fields->>'tax_id' HAVING count(*) = 1`,
      values: [tenant.organizationId, tenant.livemode, rfcs],
    });
    return rows;
  }

  /** Waits until a customer that was just created or edited can be found, for a while. False: it can't be yet. */
  shows(place: Place): Promise<boolean> {
    return this.watch.reached(TWINS, place, OWN_WRITE_MS);
  }
}
