import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import type {
  ArchivePlace,
  DifferenceCounts,
  DifferenceType,
  DownloadDifference,
  DownloadSummary,
  ListPart,
} from '#contracts';
import { EVENT_FOLLOWS } from '#eventing';
import { POOL } from '#hosting';

/** All SQL on downloads: their rows for the list, what their metadata has, and what differs. */
@Injectable()
export class DownloadRows {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Shows a download as its stream has it, up to a revision; a row never goes back. From now on the row is counted, and no claim. */
  async write(
    { organizationId, livemode }: Tenant,
    revision: number,
    { created_at, ...doc }: DownloadSummary,
  ): Promise<void> {
    await this.pool.query({
      name: 'write-download',
      text: `WITH counted AS (
               DELETE FROM reception.download_claims AS c
               WHERE c.organization_id = $2 AND c.livemode = $3 AND c.download_id = $1)
             INSERT INTO reception.downloads AS d
               (id, organization_id, livemode, created_at, revision, under_way, doc)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (id) DO UPDATE
               SET revision = EXCLUDED.revision, under_way = EXCLUDED.under_way, doc = EXCLUDED.doc
               WHERE d.revision < EXCLUDED.revision`,
      values: [
        ...[doc.id, organizationId, livemode, created_at, revision, doc.status === 'processing'],
        JSON.stringify({ ...doc, created_at }),
      ],
    });
  }

  /** A part of a tenant's downloads: those after a place, newest first, or those before it, nearest first. */
  async list(tenant: Tenant, { take, skip, direction, from }: ListPart): Promise<readonly DownloadSummary[]> {
    const [order, beyond] = direction === 'forward' ? ['DESC', '<'] : ['ASC', '>'];
    const { rows } = await this.pool.query<{ doc: DownloadSummary }>({
      name: `list-downloads-${direction}`,
      text: `SELECT doc FROM reception.downloads
             WHERE organization_id = $1 AND livemode = $2
               AND ($3::timestamptz IS NULL OR (created_at, id) ${beyond} ($3::timestamptz, $4::text))
             ORDER BY created_at ${order}, id ${order} LIMIT $5 OFFSET $6`,
      values: [
        ...[tenant.organizationId, tenant.livemode],
        ...[from?.created_at ?? null, from?.id ?? null, take, skip],
      ],
    });
    return rows.map(({ doc }) => doc);
  }

  /** How many downloads a tenant has; 3001 stands for more. */
  async count(tenant: Tenant): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'count-downloads',
      text: `SELECT count(*)::int AS count FROM (
               SELECT FROM reception.downloads WHERE organization_id = $1 AND livemode = $2 LIMIT 3001) AS d`,
      values: [tenant.organizationId, tenant.livemode],
    });
    return rows[0]?.count ?? 0;
  }

  /** Keeps which documents the SAT has, and those on which it differs. The same again changes nothing. */
  async addMetadata(
    id: string,
    uuids: readonly string[],
    differences: readonly DownloadDifference[],
  ): Promise<void> {
    await this.pool.query({
      name: 'add-download-documents',
      text: `INSERT INTO reception.download_documents (download_id, uuid)
             SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING RETURNING ${EVENT_FOLLOWS}`,
      values: [id, uuids],
    });
    await this.addDifferences(id, differences);
  }

  async addDifferences(id: string, differences: readonly DownloadDifference[]): Promise<void> {
    if (differences.length === 0) return;
    await this.pool.query({
      name: 'add-download-differences',
      text: `INSERT INTO reception.download_differences (download_id, uuid, type, doc)
             SELECT DISTINCT ON (n.uuid) $1, n.uuid, n.type, n.doc::json
             FROM unnest($2::uuid[], $3::text[], $4::text[]) AS n(uuid, type, doc)
             ON CONFLICT (download_id, uuid) DO UPDATE SET type = EXCLUDED.type, doc = EXCLUDED.doc
             RETURNING ${EVENT_FOLLOWS}`,
      values: [
        id,
        differences.map(({ uuid }) => uuid),
        differences.map(({ type }) => type),
        differences.map((one) => JSON.stringify(one)),
      ],
    });
  }

  /** Which of these the SAT's metadata does not have. */
  async missingAtSat(id: string, uuids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ uuid: string }>({
      name: 'missing-at-sat',
      text: `SELECT n.uuid::text AS uuid FROM unnest($2::uuid[]) AS n(uuid)
             WHERE NOT EXISTS (SELECT FROM reception.download_documents AS d
               WHERE d.download_id = $1 AND d.uuid = n.uuid)`,
      values: [id, uuids],
    });
    return new Set(rows.map(({ uuid }) => uuid.toUpperCase()));
  }

  /** How far a comparison has come, for whoever goes on with it. */
  async place(id: string): Promise<ArchivePlace | null> {
    const { rows } = await this.pool.query<{ place: ArchivePlace | null }>({
      name: 'download-place',
      text: 'SELECT place FROM reception.downloads WHERE id = $1',
      values: [id],
    });
    return rows[0]?.place ?? null;
  }

  async keepPlace(id: string, place: ArchivePlace): Promise<void> {
    await this.pool.query({
      name: 'keep-download-place',
      text: 'UPDATE reception.downloads SET place = $2 WHERE id = $1',
      values: [id, JSON.stringify(place)],
    });
  }

  async countDifferences(id: string): Promise<DifferenceCounts> {
    const { rows } = await this.pool.query<{ type: DifferenceType; count: number }>({
      name: 'count-download-differences',
      text: `SELECT type, count(*)::int AS count FROM reception.download_differences
             WHERE download_id = $1 GROUP BY type`,
      values: [id],
    });
    const of = (type: DifferenceType): number => rows.find((row) => row.type === type)?.count ?? 0;
    return {
      missing_here: of('missing_here'),
      missing_at_sat: of('missing_at_sat'),
      status: of('status'),
    };
  }

  /** Once all is compared, only the differences are of use. */
  async forgetDocuments(id: string): Promise<void> {
    await this.pool.query('DELETE FROM reception.download_documents WHERE download_id = $1', [id]);
  }

  /** A page (from 1) of what differs, by document, and how many there are. */
  async differences(
    id: string,
    { page, limit, types }: { page: number; limit: number; types: readonly DifferenceType[] },
  ): Promise<{ differences: DownloadDifference[]; total: number }> {
    const { rows } = await this.pool.query<{ doc: DownloadDifference }>({
      name: 'download-differences',
      text: `SELECT doc FROM reception.download_differences
             WHERE download_id = $1 AND type = ANY($2) ORDER BY uuid LIMIT $3 OFFSET $4`,
      values: [id, types, limit, (page - 1) * limit],
    });
    const counts = await this.countDifferences(id);
    const total = types.reduce((sum, type) => sum + counts[type], 0);
    return { differences: rows.map(({ doc }) => doc), total };
  }

  /** The watch looks at these as soon as its pace lets it. */
  async watchNow({ organizationId, livemode }: Tenant, uuids: readonly string[], now: Date): Promise<void> {
    if (uuids.length === 0) return;
    await this.pool.query({
      name: 'watch-now',
      text: `UPDATE reception.watched SET next_at = $4
             WHERE organization_id = $1 AND livemode = $2 AND uuid = ANY($3) AND next_at > $4`,
      values: [organizationId, livemode, uuids, now],
    });
  }
}
