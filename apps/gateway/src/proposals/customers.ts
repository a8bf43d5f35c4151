import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { customersReadModel, invoicesReadModel } from '#contracts';
import { POOL } from '#hosting';
import type { Page, PageRequest, Row } from '#http';
import { RFC_EXTRANJERO, RFC_PUBLICO_GENERAL } from '#sat';
import { parseInvoiceDoc } from '../docs.js';
import { unpackText } from '../doc-table.js';
import { customerBody } from './bodies.js';
import type { ProposedCustomer } from './dto.js';

interface FoundRow {
  readonly count: number;
  readonly last_id: string | null;
  readonly times: number;
  readonly last_seen_at: Date;
  readonly doc: string;
}

/** Receivers of the issuer's own past who are no customers yet. */
@Injectable()
export class CustomerProposals {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * A page of them, the most frequent first. A receiver is told by its RFC, a foreign one (they share one) by its name. The general
   * public is nobody, and goods that were only moved (type T) have no receiver.
   */
  async fetchPage(tenant: Tenant, { take, skip, countUpTo = skip + take }: PageRequest): Promise<Page> {
    const order = 'times DESC, last_seen_at DESC, last_id';
    const { rows } = await this.pool.query<FoundRow>({
      name: 'proposed-customers',
      text: `
        WITH seen AS (
          SELECT i.customer_tax_id AS rfc, CASE WHEN i.customer_tax_id = $4 THEN i.customer_search END AS name,
                 count(*)::int AS times, max(i.sort_at) AS last_seen_at,
                 (array_agg(i.id ORDER BY i.sort_at DESC, i.id DESC))[1] AS last_id
          FROM ${invoicesReadModel.table} AS i
          WHERE i.organization_id = $1 AND i.livemode = $2 AND i.issuer_type = 'issuing' AND i.timbre_xml = ''
            AND i.status = 'valid' AND i.type <> 'T' AND i.customer_tax_id <> $3
          GROUP BY 1, 2
        ), proposed AS MATERIALIZED (
          SELECT s.last_id, s.times, s.last_seen_at FROM seen AS s
          WHERE NOT EXISTS (
            SELECT FROM ${customersReadModel.table} AS c
            WHERE c.organization_id = $1 AND c.livemode = $2 AND c.doc->>'tax_id' = s.rfc AND s.name IS NULL
          ) AND (s.name IS NULL OR NOT EXISTS (
            SELECT FROM ${customersReadModel.table} AS c
            WHERE c.organization_id = $1 AND c.livemode = $2 AND split_part(c.search, E'\\n', 1) = s.name
          ))
          ORDER BY ${order} LIMIT $5
        ), page AS (SELECT * FROM proposed ORDER BY ${order} LIMIT $6 OFFSET $7)
        SELECT counted.count, page.*, i.doc::text AS doc
        FROM (SELECT count(*)::int FROM proposed) AS counted
        LEFT JOIN (page JOIN ${invoicesReadModel.table} AS i ON i.id = page.last_id) ON true
        ORDER BY ${order}`,
      values: [
        ...[tenant.organizationId, tenant.livemode, RFC_PUBLICO_GENERAL, RFC_EXTRANJERO],
        ...[countUpTo, take, skip],
      ],
    });
    const found = rows.filter(({ last_id }) => last_id !== null);
    return { rows: (await Promise.all(found.map(rowOf))).flat(), count: rows[0]?.count ?? 0 };
  }
}

async function rowOf({ last_id, times, last_seen_at, doc }: FoundRow): Promise<Row[]> {
  const invoice = parseInvoiceDoc(await unpackText(doc));
  if (last_id === null || invoice.customer === null) return [];
  const proposal: ProposedCustomer = {
    customer: customerBody(invoice.customer, invoice),
    times_seen: times,
    last_seen_at: last_seen_at.toISOString(),
    last_invoice_id: last_id,
  };
  return [{ id: last_id, sortKey: proposal.last_seen_at, doc: JSON.stringify(proposal) }];
}
