import type pg from 'pg';
import type { Tenant } from '#kernel';
import { doubtsReadModel } from '#contracts';

/** All of them, those of an organization, or whose document it is. */
export interface DoubtSearch {
  readonly organizationId?: string | undefined;
  readonly documentId?: string | undefined;
}

/**
 * The tenants that documents in doubt are of: for an operator, who is nobody's. What each of them has is read as the API reads it, by the
 * clock of that tenant.
 */
export async function tenantsInDoubt(
  pool: Pick<pg.Pool, 'query'>,
  { organizationId, documentId }: DoubtSearch = {},
): Promise<readonly Tenant[]> {
  const { rows } = await pool.query<{ organization_id: string; livemode: boolean }>(
    `SELECT DISTINCT d.organization_id, d.livemode FROM ${doubtsReadModel.table} AS d
     WHERE d.listed_at IS NOT NULL
       AND ($1::text IS NULL OR d.organization_id = $1) AND ($2::text IS NULL OR d.document_id = $2)
     ORDER BY d.livemode DESC, d.organization_id`,
    [organizationId ?? null, documentId ?? null],
  );
  return rows.map(({ organization_id, livemode }) => ({ organizationId: organization_id, livemode }));
}
