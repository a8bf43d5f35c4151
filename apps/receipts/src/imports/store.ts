import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Refusal, Tenant } from '#kernel';
import {
  IMPORT_ERRORS_PAGE,
  MAX_GLOBAL_RECEIPTS,
  type ImportPiece,
  type ImportProblem,
  type ImportedFile,
  type ListPart,
  type ReceiptImport,
} from '#contracts';
import { EVENT_FOLLOWS, rowTypes } from '#eventing';
import { POOL } from '#hosting';

/** After a day nobody begins an import of what has arrived of a file. */
const LEFT_AFTER = `interval '1 day'`;

/** All SQL on imports: their rows, the pieces of their files, and what is wrong with lines of them. */
@Injectable()
export class ImportRows {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Keeps a piece; one that comes again is there already. */
  async keep({ organizationId, livemode }: Tenant, upload: string, piece: ImportPiece): Promise<void> {
    await this.pool.query({
      name: 'keep-import-piece',
      text: `INSERT INTO receipts.import_pieces (upload, piece, organization_id, livemode, content)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      values: [upload, piece.number, organizationId, livemode, JSON.stringify(piece)],
    });
  }

  /** A piece of a tenant's upload. */
  async piece(
    { organizationId, livemode }: Tenant,
    upload: string,
    number: number,
  ): Promise<ImportPiece | undefined> {
    const { rows } = await this.pool.query<{ content: ImportPiece }>({
      name: 'import-piece',
      text: `SELECT content FROM receipts.import_pieces
             WHERE upload = $1 AND piece = $2 AND organization_id = $3 AND livemode = $4`,
      values: [upload, number, organizationId, livemode],
    });
    return rows[0]?.content;
  }

  /**
   * Reserves the row of an import before its first event, so that its pieces are left alone, and says whether they are all
   * there.
   */
  async prepare({ organizationId, livemode }: Tenant, id: string, file: ImportedFile): Promise<boolean> {
    await this.pool.query({
      name: 'prepare-import',
      text: `INSERT INTO receipts.imports AS i (id, organization_id, livemode, upload)
             VALUES ($1, $2, $3, $4)
             ON CONFLICT (id) DO UPDATE SET upload = EXCLUDED.upload WHERE i.doc IS NULL`,
      values: [id, organizationId, livemode, file.upload],
    });
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'count-import-pieces',
      text: `SELECT count(*)::int AS count FROM receipts.import_pieces
             WHERE upload = $1 AND organization_id = $2 AND livemode = $3`,
      values: [file.upload, organizationId, livemode],
    });
    return rows[0]?.count === file.pieces;
  }

  /** How many imports of a tenant have begun and not finished. */
  async countUnderWay({ organizationId, livemode }: Tenant): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'count-imports-under-way',
      text: `SELECT count(*)::int AS count FROM receipts.imports
             WHERE organization_id = $1 AND livemode = $2 AND doc ->> 'status' = 'processing'`,
      values: [organizationId, livemode],
    });
    return rows[0]?.count ?? 0;
  }

  /** Shows an import as its stream has it; a row never goes back. */
  async write(upload: string, shown: ReceiptImport): Promise<void> {
    await this.pool.query({
      name: 'write-import',
      text: `UPDATE receipts.imports SET upload = $2, processed = $3, created_at = $4, doc = $5
             WHERE id = $1 AND (doc IS NULL OR processed <= $3)`,
      values: [shown.id, upload, shown.processed, shown.created_at, JSON.stringify(shown)],
    });
  }

  async addProblems(id: string, problems: readonly ImportProblem[]): Promise<void> {
    if (problems.length === 0) return;
    await this.pool.query({
      name: 'add-import-problems',
      text: `INSERT INTO receipts.import_problems (import_id, line, problem)
             SELECT $1, unnest($2::integer[]), unnest($3::text[])::json
             ON CONFLICT DO NOTHING RETURNING ${EVENT_FOLLOWS}`,
      values: [id, problems.map(({ line }) => line), problems.map(({ problem }) => JSON.stringify(problem))],
    });
  }

  /** Removes the pieces of an upload that nobody needs any more. */
  async removePieces(upload: string): Promise<void> {
    await this.pool.query('DELETE FROM receipts.import_pieces WHERE upload = $1', [upload]);
  }

  /** Removes a tenant's pieces of an upload that no import has. */
  async dropUnbegun({ organizationId, livemode }: Tenant, upload: string): Promise<void> {
    await this.pool.query({
      name: 'drop-import-pieces',
      text: `DELETE FROM receipts.import_pieces AS p
             WHERE p.upload = $1 AND p.organization_id = $2 AND p.livemode = $3
               AND NOT EXISTS (SELECT FROM receipts.imports AS i WHERE i.upload = p.upload)`,
      values: [upload, organizationId, livemode],
    });
  }

  /** Removes what has arrived of files that nobody began an import of. */
  async sweep(): Promise<void> {
    await this.pool.query({
      name: 'sweep-import-pieces',
      text: `DELETE FROM receipts.import_pieces AS p
             WHERE p.kept_at < now() - ${LEFT_AFTER}
               AND NOT EXISTS (SELECT FROM receipts.imports AS i
                 WHERE i.upload = p.upload AND (i.doc IS NOT NULL OR i.created_at > now() - ${LEFT_AFTER}))`,
    });
  }

  async find(tenant: Tenant, id: string): Promise<ReceiptImport | undefined> {
    const { rows } = await this.pool.query<{ doc: ReceiptImport }>({
      name: 'import-by-id',
      text: `SELECT doc FROM receipts.imports
             WHERE id = $1 AND organization_id = $2 AND livemode = $3 AND doc IS NOT NULL`,
      values: [id, tenant.organizationId, tenant.livemode],
    });
    return rows[0]?.doc;
  }

  /** A page (from 1) of its wrong lines, and whether there are more. */
  async problems(
    id: string,
    page: number,
  ): Promise<{ readonly problems: ImportProblem[]; readonly has_more: boolean }> {
    const { rows } = await this.pool.query<{ line: number; problem: Refusal }>({
      name: 'import-problems',
      text: `SELECT line, problem FROM receipts.import_problems WHERE import_id = $1
             ORDER BY line LIMIT ${IMPORT_ERRORS_PAGE + 1} OFFSET $2`,
      values: [id, (page - 1) * IMPORT_ERRORS_PAGE],
    });
    return { problems: rows.slice(0, IMPORT_ERRORS_PAGE), has_more: rows.length > IMPORT_ERRORS_PAGE };
  }

  /** Its open receipts, oldest first: one more than a global invoice takes, at most. */
  async openReceipts(tenant: Tenant, id: string): Promise<{ id: string; date: string }[]> {
    const { rows } = await this.pool.query<{ id: string; date: string }>({
      name: 'open-receipts-of-import',
      text: `SELECT id, date FROM receipts.receipts
             WHERE import_id = $1 AND organization_id = $2 AND livemode = $3 AND status = 'open' AND revision >= 0
             ORDER BY date, id LIMIT ${MAX_GLOBAL_RECEIPTS + 1}`,
      values: [id, tenant.organizationId, tenant.livemode],
      types: rowTypes,
    });
    return rows;
  }

  /** A part of a tenant's imports: those after a place, newest first, or those before it, nearest first. */
  async list(
    { organizationId, livemode }: Tenant,
    { take, skip, direction, from }: ListPart,
  ): Promise<ReceiptImport[]> {
    const [order, beyond] = direction === 'forward' ? ['DESC', '<'] : ['ASC', '>'];
    const { rows } = await this.pool.query<{ doc: ReceiptImport }>({
      name: `list-imports-${direction}`,
      text: `SELECT doc FROM receipts.imports
             WHERE organization_id = $1 AND livemode = $2 AND doc IS NOT NULL
               AND ($3::timestamptz IS NULL OR (created_at, id) ${beyond} ($3::timestamptz, $4::text))
             ORDER BY created_at ${order}, id ${order} LIMIT $5 OFFSET $6`,
      values: [organizationId, livemode, from?.created_at ?? null, from?.id ?? null, take, skip],
    });
    return rows.map(({ doc }) => doc);
  }

  /** How many imports a tenant has; 3001 stands for more. */
  async count({ organizationId, livemode }: Tenant): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'count-imports',
      text: `SELECT count(*)::int AS count FROM (
               SELECT FROM receipts.imports
               WHERE organization_id = $1 AND livemode = $2 AND doc IS NOT NULL LIMIT 3001) AS i`,
      values: [organizationId, livemode],
    });
    return rows[0]?.count ?? 0;
  }
}
