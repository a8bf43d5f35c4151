import type { Tenant } from '#kernel';
import type { OwnPool } from '../databases.js';

/** An idempotency key as the event of its document names it. */
export interface KeptKey {
  readonly tenant: Tenant;
  readonly key: string;
  readonly holder: string;
  /** When the event was recorded: no claim of that document was made after this. */
  readonly by: Date;
  /** The revision of the document at which it was claimed, in a table that says it. */
  readonly at?: number;
}

/**
 * The last document whose event names a key has it. One that has claimed it since the event keeps it: its own event is yet to come.
 * @param table with columns as `invoicing.idempotency_keys` has them; never from a request
 * @param options `revised`: it has the column `revision`
 */
export async function restoreKeys(
  pool: OwnPool,
  table: `${string}.${string}`,
  keys: readonly KeptKey[],
  { revised }: { readonly revised: boolean },
): Promise<void> {
  if (keys.length === 0) return;
  const last = [...new Map(keys.map((one) => [JSON.stringify([one.tenant, one.key]), one])).values()];
  const columns = `organization_id, livemode, key, holder, claimed_at${revised ? ', revision' : ''}`;
  await pool.query(
    `INSERT INTO ${table} AS k (${columns})
     SELECT ${columns} FROM unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::timestamptz[], $6::int[])
       AS said(organization_id, livemode, key, holder, claimed_at, revision)
     ORDER BY organization_id, livemode, key
     ON CONFLICT (organization_id, livemode, key) DO UPDATE
       SET holder = excluded.holder, request = NULL, claimed_at = excluded.claimed_at
         ${revised ? ', revision = excluded.revision' : ''}
       WHERE k.holder <> excluded.holder AND k.claimed_at < excluded.claimed_at`,
    [
      last.map(({ tenant }) => tenant.organizationId),
      last.map(({ tenant }) => tenant.livemode),
      last.map(({ key }) => key),
      last.map(({ holder }) => holder),
      last.map(({ by }) => by),
      last.map(({ at }) => at),
    ],
  );
}
