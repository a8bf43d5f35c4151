import type pg from 'pg';
import type { RequestHolder } from '#contracts';
import { EVENT_FOLLOWS } from '#eventing';
import type { Config } from '#hosting';
import { Rounds, type Tenant } from '#kernel';
import type { ClaimedAt } from './holds.js';

/** Who claims a key: a document, at a revision of its own. */
export interface KeyClaim {
  readonly holder: string;
  readonly at: number;
  /** The request that came with the key, to compare with a repeated one. */
  readonly request?: string | undefined;
}

/** A claim as it is kept, with the request that it came with. */
export type ClaimedRequest = RequestHolder & { readonly at: ClaimedAt };

export type Claim =
  | { readonly kind: 'claimed' }
  /** Somebody else holds the key; `settled` is false while that document may well be in the making. */
  | { readonly kind: 'held'; readonly holder: string; readonly at: ClaimedAt; readonly settled: boolean };

/** How many keys are claimed in one statement at most. */
const MOST = 64;

interface Asked {
  readonly tenant: Tenant;
  readonly key: string;
  readonly claim: KeyClaim;
}

interface HolderRow {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly key: string;
  readonly holder: string;
  readonly at: ClaimedAt;
  readonly settled: boolean;
}

/**
 * Idempotency keys: each is one document's. Invoices and retentions have a table each, of one shape. A key is reserved before
 * the document's first event is appended, by its id, so that a redelivered command finds its own. Those that are asked for at one
 * time are claimed in one statement.
 */
export class KeyTable {
  private readonly rounds: Rounds<Asked, Claim | undefined>;

  /** @param table with columns as `invoicing.idempotency_keys` has them; never from a request */
  constructor(
    protected readonly pool: pg.Pool,
    private readonly table: `${string}.${string}`,
    private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {
    this.rounds = new Rounds((asked) => this.claim(asked), { most: MOST });
  }

  async claimKey(tenant: Tenant, key: string, claim: KeyClaim): Promise<Claim> {
    for (;;) {
      const made = await this.rounds.add({ tenant, key, claim });
      if (made) return made;
      // A claim made by a transaction that committed between our insert and our look: ask again.
    }
  }

  /**
   * In one order, so that no two of these wait for each other. A key twice is an error (21000): then each is claimed by itself.
   * @returns undefined for a key that somebody has, and was not there to be seen
   */
  private async claim(asked: readonly Asked[]): Promise<(Claim | undefined)[]> {
    const { rows } = await this.pool.query<HolderRow>({
      name: `claim keys of ${this.table}`,
      text: `WITH asked AS (
               SELECT * FROM unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::text[], $6::integer[])
                 AS asked(organization_id, livemode, key, holder, request, revision)
             ), claim AS (
               INSERT INTO ${this.table} AS k (organization_id, livemode, key, holder, request, revision)
               SELECT organization_id, livemode, key, holder, request, revision FROM asked ORDER BY organization_id, livemode, key
               ON CONFLICT (organization_id, livemode, key) DO UPDATE SET revision = greatest(k.revision, excluded.revision)
                 WHERE k.holder = excluded.holder
               RETURNING organization_id, livemode, key, holder, revision AS at, false AS settled, ${EVENT_FOLLOWS}
             )
             SELECT organization_id, livemode, key, holder, at, settled FROM claim
             UNION ALL
             SELECT k.organization_id, k.livemode, k.key, k.holder, k.revision, k.claimed_at < now() - $7 * interval '1 millisecond'
             FROM asked JOIN ${this.table} AS k USING (organization_id, livemode, key) WHERE k.holder <> asked.holder`,
      values: [
        asked.map(({ tenant }) => tenant.organizationId),
        asked.map(({ tenant }) => tenant.livemode),
        asked.map(({ key }) => key),
        asked.map(({ claim }) => claim.holder),
        asked.map(({ claim }) => claim.request),
        asked.map(({ claim }) => claim.at),
        this.config.claimGraceMs,
      ],
    });
    const found = new Map(
      rows.map((row) => [
        nameOf({ organizationId: row.organization_id, livemode: row.livemode }, row.key),
        row,
      ]),
    );
    return asked.map(({ tenant, key, claim }) => {
      const { holder, at, settled } = found.get(nameOf(tenant, key)) ?? {};
      if (holder === undefined || at === undefined || settled === undefined) return undefined;
      return holder === claim.holder ? { kind: 'claimed' } : { kind: 'held', holder, at, settled };
    });
  }

  /** Takes over a claim that its holder can do nothing with any more; false when somebody else was quicker. */
  async takeOverKey(
    tenant: Tenant,
    key: string,
    from: { readonly holder: string; readonly at: ClaimedAt },
    to: KeyClaim,
  ): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE ${this.table} SET holder = $6, request = $7, revision = $8, claimed_at = now()
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4
         AND revision IS NOT DISTINCT FROM $5::int`,
      [
        ...[tenant.organizationId, tenant.livemode, key, from.holder, from.at],
        ...[to.holder, to.request, to.at],
      ],
    );
    return rowCount === 1;
  }

  /** Who has claimed a key. */
  async holderOf(tenant: Tenant, key: string): Promise<ClaimedRequest | null> {
    const { rows } = await this.pool.query<ClaimedRequest>({
      name: `holder of ${this.table}`,
      text: `SELECT holder, request, revision AS at FROM ${this.table}
             WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      values: [tenant.organizationId, tenant.livemode, key],
    });
    return rows[0] ?? null;
  }

  /** Frees a key of a document, if it was claimed at a revision up to `upTo`, or by the release before. */
  async releaseKey(tenant: Tenant, key: string, holder: string, upTo: number): Promise<void> {
    await this.pool.query(
      `DELETE FROM ${this.table}
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND holder = $4
         AND (revision <= $5 OR revision IS NULL)`,
      [tenant.organizationId, tenant.livemode, key, holder, upTo],
    );
  }
}

const nameOf = ({ organizationId, livemode }: Tenant, key: string): string =>
  `${organizationId} ${livemode} ${key}`;
