import type pg from 'pg';

/** Names below this one say which settings of PACs are in force: the number of the change, padded, so that the last one is the latest. */
export const IN_USE = 'pacs/in-use/';
const DIGITS = 10;

export const inUseName = (number: number): string => `${IN_USE}${String(number).padStart(DIGITS, '0')}`;

/** What was stored, and up to when that is known, by the database's clock. */
export interface StoredNames {
  /** The latest name of each organization. */
  readonly names: ReadonlyMap<string, string>;
  readonly latest: string;
}

/** Which organizations have settings of their own. */
export interface InUseRows {
  /** @param since a `latest` of before; undefined: all */
  read(since: string | undefined): Promise<StoredNames>;
}

/** How long a statement that stores settings may take to be seen, at most: they are dated by its begin. */
const MARGIN = '10 seconds';

/** In the platform's table of secrets, where an index has them. */
export const inUseRows = (pool: pg.Pool): InUseRows => ({
  async read(since = '-infinity') {
    const { rows } = await pool.query<{ organization_id: string; name: string; latest: string }>(
      `SELECT s.organization_id, max(s.name) AS name, max(s.updated_at)::text AS latest
       FROM platform.secrets AS s
       WHERE s.name LIKE '${IN_USE}%' AND s.updated_at > $1::timestamptz - interval '${MARGIN}'
       GROUP BY s.organization_id
       ORDER BY max(s.updated_at)`,
      [since],
    );
    return {
      names: new Map(rows.map(({ organization_id, name }) => [organization_id, name])),
      latest: rows.at(-1)?.latest ?? since,
    };
  },
});
