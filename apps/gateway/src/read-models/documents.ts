import { Inject, Module } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { serveLine, type Handles } from '#bus/nest/index';
import {
  CountDocumentsCommand,
  ListDocumentsCommand,
  ARCHIVE_TYPES,
  invoicesReadModel,
  retentionsReadModel,
  type ArchiveAsked,
  type ArchivedDocument,
  type CommandOutcome,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL, poolOf } from '#hosting';
import { LivePacs } from '../invoices/live-pacs.js';
import { KnownDocumentsHandler, MatchDocumentsHandler } from './known-documents.js';
import { DescribeIssuerHandler } from './described-issuer.js';
import { DescribeOrganizationHandler } from './contact.js';
import { PetitionContextHandler } from './petition-context.js';
import { DescribePortalHandler } from './portal.js';
import { PublicUrl } from '../portal/public-url.js';
import { DescribeNoticeHandler } from './notice-contact.js';
import { FindInvoicesHandler } from './find-invoices.js';
import { LiveDocumentsHandler } from './live-documents.js';

/** Stamped documents alone: neither drafts nor what waits for its stamp. `$5` and `$6` are both of the month. */
const STAMPED = `organization_id = $1 AND livemode = $2 AND NOT hidden AND sort_at >= $5 AND sort_at <= $6
    AND status IN ('valid', 'canceled') AND uuid IS NOT NULL AND xml_key IS NOT NULL AND timbre_xml IS NOT NULL`;
const INVOICES = `FROM ${invoicesReadModel.table} WHERE ${STAMPED} AND issuer_type = $3 AND type = ANY($4)`;
/** An archive of all types of what was issued has the month's retentions, too: those have no type of their own. */
const RETENTIONS = `FROM ${retentionsReadModel.table} WHERE ${STAMPED}
    AND $3 = 'issuing' AND cardinality($4::text[]) = ${ARCHIVE_TYPES.length}`;

const values = (tenant: Tenant, { filters, start_date, end_date }: ArchiveAsked) => [
  tenant.organizationId,
  tenant.livemode,
  filters.issuer_type,
  filters.invoice_types,
  start_date,
  end_date,
];

/**
 * Which documents go into an archive: asked of the service that has the lists of them, when an archive is made. A
 * table of the asker's own would cost every invoice a write.
 */

@CommandHandler(CountDocumentsCommand)
export class CountDocumentsHandler implements Handles<CountDocumentsCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({ tenant, data }: CountDocumentsCommand): Promise<CommandOutcome<{ count: number }>> {
    const text = `SELECT ((SELECT count(*) ${INVOICES}) + (SELECT count(*) ${RETENTIONS}))::int AS count`;
    const { rows } = await this.pool.query<{ count: number }>(text, values(tenant, data));
    return answerWithData({ count: rows[0]?.count ?? 0 });
  }
}

@CommandHandler(ListDocumentsCommand)
export class ListDocumentsHandler implements Handles<ListDocumentsCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({
    tenant,
    data: { asked, after, limit },
  }: ListDocumentsCommand): Promise<CommandOutcome<{ documents: readonly ArchivedDocument[] }>> {
    const beyond = after ? 'AND (sort_at, id) > ($8, $9)' : '';
    const first = (scope: string) =>
      `(SELECT id, sort_at, uuid, xml_key, timbre_xml, receipt_key ${scope} ${beyond} ORDER BY sort_at, id LIMIT $7)`;
    const { rows: documents } = await this.pool.query<ArchivedDocument>(
      // As text: a Date would lose what is finer than a millisecond, and with it the place.
      `SELECT id, to_char(d.sort_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS sort_at,
         uuid, xml_key, timbre_xml, receipt_key
       FROM (${first(INVOICES)} UNION ALL ${first(RETENTIONS)}) AS d
       ORDER BY d.sort_at, id LIMIT $7`,
      [...values(tenant, asked), limit, ...(after ? [after.sort_at, after.id] : [])],
    );
    return answerWithData({ documents });
  }
}

const commands = serveLine('gateway', {
  'gateway.find-invoices': FindInvoicesHandler,
  'gateway.count-documents': CountDocumentsHandler,
  'gateway.list-documents': ListDocumentsHandler,
  'gateway.match-documents': MatchDocumentsHandler,
  'gateway.known-documents': KnownDocumentsHandler,
  'gateway.live-documents': LiveDocumentsHandler,
  'gateway.describe-organization': DescribeOrganizationHandler,
  'gateway.describe-issuer': DescribeIssuerHandler,
  'gateway.petition-context': PetitionContextHandler,
  'gateway.describe-portal': DescribePortalHandler,
  'gateway.describe-notice': DescribeNoticeHandler,
});

@Module({
  controllers: commands.controllers,
  providers: [poolOf('gateway'), LivePacs, PublicUrl, ...commands.providers],
})
export class DocumentsModule {}
