import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import {
  invoicesReadModel,
  KnownDocumentsCommand,
  MatchDocumentsCommand,
  type ArchivePlace,
  type CommandOutcome,
  type KnownDocument,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';

/** Documents as somebody compares them with the tax authority's metadata: asked of the service that has the list of them. */

const STAMPED = `organization_id = $1 AND livemode = $2 AND NOT hidden
    AND status IN ('valid', 'canceled') AND uuid IS NOT NULL`;
/** An imported document is stored whole: it has no stamp apart. */
const COLUMNS = `id, uuid, status, timbre_xml = '' AS imported, customer_tax_id AS other_tax_id,
    customer_search AS other_name, total,
    to_char(sort_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS date`;

@CommandHandler(MatchDocumentsCommand)
export class MatchDocumentsHandler implements Handles<MatchDocumentsCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({
    tenant,
    data: { uuids },
  }: MatchDocumentsCommand): Promise<CommandOutcome<{ documents: readonly KnownDocument[] }>> {
    const { rows: documents } = await this.pool.query<KnownDocument>({
      name: 'match-documents',
      text: `SELECT ${COLUMNS} FROM ${invoicesReadModel.table} WHERE ${STAMPED} AND uuid = ANY($3)`,
      values: [tenant.organizationId, tenant.livemode, uuids.map((uuid) => uuid.toUpperCase())],
    });
    return answerWithData({ documents });
  }
}

@CommandHandler(KnownDocumentsCommand)
export class KnownDocumentsHandler implements Handles<KnownDocumentsCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({
    tenant,
    data: { kind, from, until, after, limit },
  }: KnownDocumentsCommand): Promise<
    CommandOutcome<{ documents: readonly KnownDocument[]; next: ArchivePlace | null }>
  > {
    const beyond = after ? 'AND (sort_at, id) > ($7, $8)' : '';
    const { rows: documents } = await this.pool.query<KnownDocument>(
      `SELECT ${COLUMNS} FROM ${invoicesReadModel.table}
       WHERE ${STAMPED} AND issuer_type = $3 AND sort_at >= $4 AND sort_at <= $5 ${beyond}
       ORDER BY sort_at, id LIMIT $6`,
      [
        ...[tenant.organizationId, tenant.livemode, kind === 'issued' ? 'issuing' : 'receiving'],
        ...[from, until, limit],
        ...(after ? [after.sort_at, after.id] : []),
      ],
    );
    const last = documents.length < limit ? undefined : documents.at(-1);
    return answerWithData({ documents, next: last ? { sort_at: last.date, id: last.id } : null });
  }
}
