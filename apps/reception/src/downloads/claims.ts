import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { DOWNLOAD_LIMITS } from '#contracts';
import { CONFIG, POOL, type Config } from '#hosting';

/** A place among the downloads of a tenant, claimed for an attempt to begin one. */
export interface DownloadClaim {
  readonly download: string;
  readonly attempt: number;
}

/** The places of tenants' downloads that are about to begin. Those that have begun have rows, which take places by themselves. */
@Injectable()
export class DownloadClaims {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {}

  /** Claims a place for a download; one that has its place keeps it. False where all are taken (`DOWNLOAD_LIMITS.underWay`). */
  async claim({ organizationId, livemode }: Tenant, { download, attempt }: DownloadClaim): Promise<boolean> {
    const { rows } = await this.pool.query<{ claimed: boolean }>({
      name: 'claim-download',
      text: 'SELECT reception.claim_download($1, $2, $3, $4, $5) AS claimed',
      values: [organizationId, livemode, download, attempt, DOWNLOAD_LIMITS.underWay],
    });
    return rows[0]?.claimed ?? false;
  }

  /** The oldest claim of which nothing has come so far; one of this moment is left alone (TIMBRA_CLAIM_GRACE_MS). */
  async oldest({ organizationId, livemode }: Tenant): Promise<DownloadClaim | undefined> {
    const { rows } = await this.pool.query<DownloadClaim>({
      name: 'oldest-download-claim',
      text: `SELECT download_id AS download, attempt FROM reception.download_claims
             WHERE organization_id = $1 AND livemode = $2
               AND claimed_at <= clock_timestamp() - $3 * interval '1 millisecond'
             ORDER BY claimed_at, download_id LIMIT 1`,
      values: [organizationId, livemode, this.config.claimGraceMs],
    });
    return rows[0];
  }

  /** Gives a place back, of an attempt that is ruled out. A later attempt of the same download keeps it. */
  async drop({ organizationId, livemode }: Tenant, { download, attempt }: DownloadClaim): Promise<void> {
    await this.pool.query({
      name: 'drop-download-claim',
      text: `DELETE FROM reception.download_claims
             WHERE organization_id = $1 AND livemode = $2 AND download_id = $3 AND attempt <= $4`,
      values: [organizationId, livemode, download, attempt],
    });
  }
}
