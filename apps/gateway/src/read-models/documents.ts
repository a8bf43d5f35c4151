import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tenant } from '#kernel';
import { serveLine, type LineHandlers } from '#bus';
import { invoicesReadModel, type ArchiveAsked, type ArchivedDocument, type DataOf } from '#contracts';
import { RUNTIME, answered, type Runtime } from '#platform';

/** Stamped invoices alone: neither drafts nor what waits for its stamp. `$5` and `$6` are both of the month. */
const SCOPE = `
  FROM ${invoicesReadModel.table}
  WHERE organization_id = $1 AND livemode = $2 AND NOT hidden AND issuer_type = $3 AND type = ANY($4)
    AND sort_at >= $5 AND sort_at <= $6
    AND status IN ('valid', 'canceled') AND uuid IS NOT NULL AND xml_key IS NOT NULL AND timbre_xml IS NOT NULL`;

const values = (tenant: Tenant, { filters, start_date, end_date }: ArchiveAsked) => [
  tenant.organizationId,
  tenant.livemode,
  filters.issuer_type,
  filters.invoice_types,
  start_date,
  end_date,
];

/**
 * Answers which invoices go into an archive: a question to the owner of the list of invoices, asked when an archive is
 * made. A table of the asker's own would cost every invoice a write.
 */
@Injectable()
export class ArchivableDocuments implements OnModuleInit {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  readonly commands: LineHandlers<'gateway'> = {
    'gateway.count-documents': async ({ tenant, data }) =>
      answered({ count: await this.count(tenant, data) }),
    'gateway.list-documents': async ({ tenant, data }) =>
      answered({ documents: await this.list(tenant, data) }),
  };

  onModuleInit(): void {
    serveLine(this.runtime.bus, 'gateway', this.commands);
  }

  private async count(tenant: Tenant, asked: ArchiveAsked): Promise<number> {
    const text = `SELECT count(*)::int AS count ${SCOPE}`;
    const { rows } = await this.runtime.pool.query<{ count: number }>(text, values(tenant, asked));
    return rows[0]?.count ?? 0;
  }

  private async list(
    tenant: Tenant,
    { asked, after, limit }: DataOf<'gateway.list-documents'>,
  ): Promise<ArchivedDocument[]> {
    const beyond = after ? 'AND (sort_at, id) > ($8, $9)' : '';
    const { rows } = await this.runtime.pool.query<ArchivedDocument>(
      // As text: a Date would lose what is finer than a millisecond, and with it the place.
      `SELECT id, to_char(sort_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS sort_at,
         uuid, xml_key, timbre_xml, receipt_key ${SCOPE} ${beyond}
       ORDER BY invoices.sort_at, id LIMIT $7`,
      [...values(tenant, asked), limit, ...(after ? [after.sort_at, after.id] : [])],
    );
    return rows;
  }
}
