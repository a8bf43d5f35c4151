import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { DailyDownloadSettings } from '#contracts';
import { POOL } from '#hosting';

export interface DailyRow extends DailyDownloadSettings {
  readonly organization_id: string;
  /** Up to which day downloads were begun, YYYY-MM-DD. */
  readonly last_day: string | null;
}

/** Which organizations download daily, and up to which day they have. */
@Injectable()
export class DailyRows {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Days on which it was off are not made up for. */
  async set(organizationId: string, { kinds, format }: DailyDownloadSettings): Promise<void> {
    await this.pool.query({
      name: 'set-daily-downloads',
      text: `INSERT INTO reception.daily_downloads AS d (organization_id, kinds, format) VALUES ($1, $2, $3)
             ON CONFLICT (organization_id) DO UPDATE SET kinds = EXCLUDED.kinds, format = EXCLUDED.format,
               last_day = CASE WHEN cardinality(d.kinds) > 0 THEN d.last_day END`,
      values: [organizationId, kinds, format],
    });
  }

  /** What an organization has set; nothing, unless it did. */
  async read(organizationId: string): Promise<DailyDownloadSettings> {
    const { rows } = await this.pool.query<DailyDownloadSettings>({
      name: 'read-daily-downloads',
      text: 'SELECT kinds, format FROM reception.daily_downloads WHERE organization_id = $1',
      values: [organizationId],
    });
    return rows[0] ?? { kinds: [], format: 'xml' };
  }

  /** Those that have not downloaded a day yet; or, by a clock that was wrong, days that are to come. */
  async due(day: string): Promise<readonly DailyRow[]> {
    const { rows } = await this.pool.query<DailyRow>({
      name: 'due-daily-downloads',
      text: `SELECT organization_id, kinds, format, last_day::text AS last_day FROM reception.daily_downloads
             WHERE cardinality(kinds) > 0 AND (last_day IS NULL OR last_day < $1::date OR last_day > $1::date + 1)`,
      values: [day],
    });
    return rows;
  }

  async done(organizationId: string, day: string): Promise<void> {
    await this.pool.query({
      name: 'daily-downloads-done',
      text: 'UPDATE reception.daily_downloads SET last_day = $2::date WHERE organization_id = $1',
      values: [organizationId, day],
    });
  }
}
