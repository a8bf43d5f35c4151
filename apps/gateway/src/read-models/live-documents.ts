import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import {
  ARCHIVE_TYPES,
  archivesReadModel,
  invoicesReadModel,
  LiveDocumentsCommand,
  organizationsReadModel,
  retentionsReadModel,
  type ArchiveRow,
  type CommandOutcome,
  type LiveDocuments,
  type OrganizationDoc,
  type UnarchivedMonth,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';

/** Live documents that the tax authority has, or perhaps has: one in doubt at a PAC waits for its stamp, too. */
const SCOPE = `organization_id = $1 AND livemode AND NOT hidden AND status IN ('valid', 'canceled', 'pending')`;

/** Where an organization is that has no row any more: nothing of it is asked for a reason. */
const ELSEWHERE = 'America/Mexico_City';

/**
 * The Live documents of an organization, invoices and retentions, and which of them are in no complete archive: a month counts as archived once a
 * ZIP of all types was made with as many documents as there are, each of them in it. What waits for its stamp is a document
 * too: it may have it already.
 */
@CommandHandler(LiveDocumentsCommand)
export class LiveDocumentsHandler implements Handles<LiveDocumentsCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({ tenant }: LiveDocumentsCommand): Promise<CommandOutcome<LiveDocuments>> {
    const { organizationId: id } = tenant;
    const months = await this.months(id, await this.timeZoneOf(id));
    const archived = months.length === 0 ? new Map<string, number>() : await this.archived(id);
    const unarchived = months.filter((month) => (archived.get(nameOf(month)) ?? 0) < month.documents);
    return answerWithData({ count: months.reduce((sum, { documents }) => sum + documents, 0), unarchived });
  }

  private async months(id: string, timeZone: string): Promise<readonly UnarchivedMonth[]> {
    const { rows } = await this.pool.query<UnarchivedMonth>(
      `SELECT extract(year FROM sort_at AT TIME ZONE $2)::int AS year,
         extract(month FROM sort_at AT TIME ZONE $2)::int AS month, count(*)::int AS documents
       FROM (SELECT sort_at FROM ${invoicesReadModel.table} WHERE ${SCOPE} AND issuer_type = 'issuing'
         UNION ALL SELECT sort_at FROM ${retentionsReadModel.table} WHERE ${SCOPE}) AS d
       GROUP BY 1, 2 ORDER BY 1, 2`,
      [id, timeZone],
    );
    return rows;
  }

  /** Documents in the complete archive of each month; one whose file has expired was there to be downloaded. */
  private async archived(id: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<Pick<ArchiveRow, 'year' | 'month' | 'doc'>>(
      `SELECT year, month, doc FROM ${archivesReadModel.table}
       WHERE organization_id = $1 AND livemode AND issuer_type = 'issuing' AND invoice_types = $2
         AND status IN ('finished', 'none')`,
      [id, ARCHIVE_TYPES.join('')],
    );
    const complete = rows.filter(({ doc }) => doc.failed_documents.length === 0);
    return new Map(complete.map(({ year, month, doc }) => [nameOf({ year, month }), doc.document_count]));
  }

  private async timeZoneOf(id: string): Promise<string> {
    const { rows } = await this.pool.query<{ doc: OrganizationDoc }>(
      `SELECT doc FROM ${organizationsReadModel.table} WHERE id = $1`,
      [id],
    );
    return rows[0]?.doc.timezone ?? ELSEWHERE;
  }
}

const nameOf = ({ year, month }: Pick<UnarchivedMonth, 'year' | 'month'>): string => `${year}-${month}`;
