import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { CONFIG, POOL, type Config } from '#hosting';
import { KeyTable } from '../document/key-table.js';
import { FolioRounds } from './folio-rounds.js';

/**
 * What only one invoice may have: an idempotency key, and the next folio of a series. Both are reserved
 * before the invoice's first event is appended, by its id, so that a redelivered command finds its own. What is given
 * back is named exactly, so that it can be given back late.
 */
@Injectable()
export class Reservations extends KeyTable {
  private readonly folios: FolioRounds;

  constructor(@Inject(POOL) pool: pg.Pool, @Inject(CONFIG) config: Pick<Config, 'claimGraceMs'>) {
    super(pool, 'invoicing.idempotency_keys', config);
    this.folios = new FolioRounds(pool);
  }

  /** The next folio of a series, for one issue of an invoice. The same one asking again at once gets the same number. */
  nextFolio(tenant: Tenant, series: string, issue: string): Promise<number> {
    return this.folios.next(tenant, series, issue);
  }

  /** A folio that the caller chose: the counter never gives it, or one below it, by itself afterwards. */
  async passFolio(tenant: Tenant, series: string, folio: number): Promise<void> {
    // Numbers that a set of the counter has skipped are free above this one only (folios.ts).
    // Also where the counter gave this very number last: it must not be taken back by that invoice's refusal.
    await this.pool.query(
      `INSERT INTO invoicing.folio_counters AS c (organization_id, livemode, series, next) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, livemode, series) DO UPDATE
         SET next = greatest(c.next, $4), skipped_from = greatest(c.skipped_from, $4),
           last_holder = CASE WHEN c.next > $4 THEN c.last_holder END
         WHERE c.next <= $4 OR c.skipped_from < $4`,
      [tenant.organizationId, tenant.livemode, series, folio + 1],
    );
  }

  /** Gives back a folio that its issue certainly never uses, if no later one has been given since. */
  async returnFolio(tenant: Tenant, series: string, folio: number, issue: string): Promise<void> {
    await this.pool.query(
      `UPDATE invoicing.folio_counters SET next = $4, last_holder = NULL
       WHERE organization_id = $1 AND livemode = $2 AND series = $3 AND next = $4 + 1 AND last_holder = $5`,
      [tenant.organizationId, tenant.livemode, series, folio, issue],
    );
  }
}
