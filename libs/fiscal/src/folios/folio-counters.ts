import type pg from 'pg';
import { field, ok, refuseFields, type Result, type Tenant } from '#kernel';
import type { NextFolios } from '#contracts';

/** The lowest number that nobody has taken: those that a set has skipped are free until the counter moves on. */
const LOWEST = 'CASE WHEN c.next = c.skipped_to THEN c.skipped_from ELSE c.next END';

interface CounterRow {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly series: string;
  readonly next: string;
}

/** Folios of documents here have 12 digits at most: one that is longer tells nothing about a counter. */
export const HIGHEST_FOLIO = 999_999_999_998;

/** A folio that a document has, and its series ('': none). */
export interface FolioOf {
  readonly tenant: Tenant;
  readonly series: string;
  readonly folio: number;
}

/** The next folios of an organization's series ('': what has none). */
export type FolioReader = (organization: string, series: string) => NextFolios;

/**
 * Counters of folios as people see and set them (ADR 39). Invoices and receipts have a table each, of one shape: no invoice
 * can take the numbers of receipts, whatever its series is called. What takes a folio is its service's own.
 */
export class FolioCounters {
  /** @param table with columns as `invoicing.folio_counters` has them; never from a request */
  constructor(
    private readonly pool: pg.Pool,
    private readonly table: `${string}.${string}`,
  ) {}

  /** The next folios of several organizations: one statement. */
  async read(organizations: readonly string[], series: readonly string[]): Promise<FolioReader> {
    const { rows } = await this.pool.query<CounterRow>(
      `SELECT organization_id, livemode, series, next FROM ${this.table}
       WHERE organization_id = ANY($1) AND livemode IN (true, false) AND series = ANY($2)`,
      [organizations, series],
    );
    return readerOf(rows);
  }

  /**
   * Sets what a counter gives next; in both environments at once, or not at all. Refuses a number up to the highest that
   * was taken (too_small, at `live` or `test`). The look and the write are one statement, which holds the rows: nobody
   * takes a folio between them, and a process that sleeps holds nobody up. `onlyCheck`: nothing is written.
   */
  async set(
    organization: string,
    series: string,
    next: Partial<NextFolios>,
    { onlyCheck = false }: { readonly onlyCheck?: boolean } = {},
  ): Promise<Result<NextFolios>> {
    const asked = environments.filter(({ name }) => next[name] !== undefined);
    const values = [
      ...[organization, series, asked.map(({ livemode }) => livemode)],
      ...[asked.map(({ name }) => next[name]), onlyCheck],
    ];
    if (asked.length > 0) {
      // So that there is a row to hold. One that says 1 says what none says.
      if (!onlyCheck)
        await this.pool.query(
          `INSERT INTO ${this.table} (organization_id, livemode, series, next)
           SELECT $1, livemode, $2, 1 FROM unnest($3::boolean[]) AS asked(livemode) ORDER BY livemode
           ON CONFLICT (organization_id, livemode, series) DO NOTHING`,
          values.slice(0, 3),
        );
      const { rows } = await this.pool.query<{ livemode: boolean; lowest: string; refused: boolean }>(
        `WITH locked AS MATERIALIZED (
           SELECT c.livemode, wanted AS next, ${LOWEST} AS lowest
           FROM ${this.table} AS c JOIN (
             SELECT unnest($3::boolean[]) AS livemode, unnest($4::bigint[]) AS wanted) AS asked USING (livemode)
           WHERE c.organization_id = $1 AND c.series = $2 ORDER BY c.livemode FOR UPDATE OF c),
         written AS (
           UPDATE ${this.table} AS c SET next = locked.next, skipped_from = locked.lowest, skipped_to = locked.next,
             last_holder = CASE WHEN c.next = locked.next THEN c.last_holder END
           FROM locked
           WHERE c.organization_id = $1 AND c.series = $2 AND c.livemode = locked.livemode
             AND NOT ($5 OR EXISTS (SELECT FROM locked WHERE next < lowest)))
         SELECT livemode, lowest, next < lowest AS refused FROM locked ORDER BY livemode DESC`,
        values,
      );
      const refused = rows.filter((row) => row.refused);
      if (refused.length > 0)
        return refuseFields(
          refused.map(({ livemode, lowest }) =>
            field(livemode ? 'live' : 'test', 'too_small', { params: { min: Number(lowest) } }),
          ),
        );
    }
    return ok((await this.read([organization], [series]))(organization, series));
  }

  /** Counters that are not above folios that documents have are put there. Again, it changes nothing. */
  async raise(taken: readonly FolioOf[]): Promise<void> {
    const folios = taken.filter(({ folio }) => Number.isSafeInteger(folio) && folio <= HIGHEST_FOLIO);
    if (folios.length === 0) return;
    await this.pool.query(
      `INSERT INTO ${this.table} AS c (organization_id, livemode, series, next)
       SELECT organization_id, livemode, series, max(next)
       FROM unnest($1::text[], $2::boolean[], $3::text[], $4::bigint[]) AS wanted(organization_id, livemode, series, next)
       GROUP BY organization_id, livemode, series ORDER BY organization_id, livemode, series
       ON CONFLICT (organization_id, livemode, series) DO UPDATE
         SET next = greatest(c.next, excluded.next), skipped_from = greatest(c.skipped_from, excluded.next),
           last_holder = CASE WHEN c.next >= excluded.next THEN c.last_holder END
         WHERE c.next < excluded.next OR c.skipped_from < excluded.next`,
      [
        folios.map(({ tenant }) => tenant.organizationId),
        folios.map(({ tenant }) => tenant.livemode),
        folios.map(({ series }) => series),
        folios.map(({ folio }) => folio + 1),
      ],
    );
  }
}

const environments = [
  { name: 'live', livemode: true },
  { name: 'test', livemode: false },
] as const;

function readerOf(rows: readonly CounterRow[]): FolioReader {
  const next = new Map(
    rows.map((row) => [JSON.stringify([row.organization_id, row.series, row.livemode]), Number(row.next)]),
  );
  const of = (organization: string, series: string, livemode: boolean) =>
    next.get(JSON.stringify([organization, series, livemode])) ?? 1;
  return (organization, series) => ({
    live: of(organization, series, true),
    test: of(organization, series, false),
  });
}
