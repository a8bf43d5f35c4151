import type pg from 'pg';
import { ORGANIZATION_PACS, type DroppedCredentials, type OrganizationPac } from '#contracts';

/** Credentials that lie in the vault, used or not. */
export interface LyingCredentials extends DroppedCredentials {
  readonly organizationId: string;
}

/** A row's place in the order that they are read in. */
type Place = Pick<LyingCredentials, 'organizationId'> & { readonly name: string };

export interface LyingRows {
  /** Those that were stored before an instant, a page at a time. */
  read(after: Place | undefined, before: Date): Promise<{ found: LyingCredentials[]; next?: Place }>;
}

const PAGE = 500;
const PREFIXES = ORGANIZATION_PACS.map((pac) => `pacs/${pac}/%`);

/** In the platform's table of secrets. */
export const lyingRows = (pool: pg.Pool): LyingRows => ({
  async read(after, before) {
    const { rows } = await pool.query<{ organization_id: string; name: string }>(
      `SELECT s.organization_id, s.name
       FROM platform.secrets AS s
       WHERE s.name LIKE ANY ($1) AND s.updated_at < $2
         AND (s.organization_id, s.name) > ($3, $4)
       ORDER BY s.organization_id, s.name
       LIMIT ${PAGE}`,
      [PREFIXES, before, after?.organizationId ?? '', after?.name ?? ''],
    );
    const last = rows.length < PAGE ? undefined : rows.at(-1);
    return {
      found: rows.map(({ organization_id: organizationId, name }) => {
        const [, pac = '', id = ''] = name.split('/');
        return { organizationId, pac: pac as OrganizationPac, id };
      }),
      ...(last && { next: { organizationId: last.organization_id, name: last.name } }),
    };
  },
});
