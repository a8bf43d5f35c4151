import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Readable } from 'node:stream';
import { deterministicId, ok, refuse, type Result, type Tenant } from '#kernel';
import { archivesReadModel, type ArchiveAsked, type ArchiveFilters, type ArchiveRow } from '#contracts';
import { type ContentStore } from '#eventing';
import { CONTENTS, POOL } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';
import { Conditions, DocTable } from '../doc-table.js';
import type { FileHead } from '../files/file.js';
import type { AvailableFile } from '../files/stamped-files.js';
import type { Page, PageRequest } from '#http';
import { zipName } from './month.js';

const { table } = archivesReadModel;

/** Whether there is a file, and which one. */
type FileOfArchive = Pick<ArchiveRow, 'year' | 'month' | 'status' | 'parts' | 'size'>;

/** The filters of the list. */
export interface ZipRequestFilters {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly status?: string | undefined;
  readonly issuer_type?: string | undefined;
  readonly invoice_types?: string | undefined;
}

/** Requests for the ZIP of a month: asked for, read, and opened for download. */
@Injectable()
export class ZipRequests {
  private readonly table: DocTable;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly sender: CommandSender,
  ) {
    this.table = new DocTable(pool, table);
  }

  /** Asks for an archive and answers its document; the same filters are the same request. */
  async ask(call: CallContext, data: ArchiveAsked): Promise<Result<string>> {
    const id = idOf(call.tenant, data.filters);
    const sent = await this.sender.send({ type: 'notifications.request-archive', key: id, data }, call, {
      readModel: archivesReadModel,
    });
    return sent.ok ? this.findDoc(call.tenant, id) : sent;
  }

  async findDoc(tenant: Tenant, id: string): Promise<Result<string>> {
    const { rows } = await this.pool.query<{ doc: string }>(
      `SELECT doc::text AS doc FROM ${table} WHERE id = $3 AND organization_id = $1 AND livemode = $2`,
      [tenant.organizationId, tenant.livemode, id],
    );
    return rows[0] ? ok(rows[0].doc) : refuse('zip_request_not_found');
  }

  fetchPage(tenant: Tenant, filters: ZipRequestFilters, request: PageRequest): Promise<Page> {
    return this.table.fetchPage(conditions(tenant, filters), request);
  }

  /** The file of a finished request, piece by piece out of the content store as the reader takes it. */
  async file(tenant: Tenant, id: string): Promise<Result<AvailableFile>> {
    const { rows } = await this.pool.query<FileOfArchive>(
      `SELECT year, month, status, parts, size FROM ${table}
       WHERE id = $3 AND organization_id = $1 AND livemode = $2`,
      [tenant.organizationId, tenant.livemode, id],
    );
    const [row] = rows;
    if (!row) return refuse('zip_request_not_found');
    if (row.status !== 'finished') return refuse('zip_request_not_ready');
    const { parts, size } = row;
    const head: FileHead = { name: zipName(row.year, row.month), format: 'zip' };
    const make = () => {
      const content = Readable.from(this.pieces(tenant, parts), { objectMode: false });
      return Promise.resolve(ok({ ...head, length: Number(size), content }));
    };
    return ok({ head, make });
  }

  private async *pieces(tenant: Tenant, keys: readonly string[]): AsyncGenerator<Buffer> {
    for (const key of keys) {
      const piece = await this.contents.get(tenant, key);
      if (!piece) throw new Error(`the piece ${key} of an archive is missing`);
      yield piece;
    }
  }
}

/** The same for the same filters of the same tenant. */
const idOf = (tenant: Tenant, { year, month, issuer_type, invoice_types }: ArchiveFilters): string =>
  deterministicId(
    'archive',
    tenant.organizationId,
    String(tenant.livemode),
    year,
    month,
    issuer_type,
    invoice_types.join(''),
  );

function conditions(tenant: Tenant, filters: ZipRequestFilters): Conditions {
  const where = Conditions.ofTenant(tenant);
  for (const name of ['year', 'month', 'status', 'issuer_type', 'invoice_types'] as const)
    if (filters[name] !== undefined) where.and(`${name} = ?`, filters[name]);
  return where;
}
