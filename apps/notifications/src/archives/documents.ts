import { insertTimbre } from '#cfdi';
import type { Tenant } from '#kernel';
import { invoicesReadModel, type ArchiveAsked, type ArchivePlace } from '#contracts';
import type { Runtime } from '#platform';
import type { ZipEntry } from './zip-parts.js';

/** Invoices of a piece, and where it ends earlier: a few of 5000 items are as large as hundreds of small ones. */
const MAX_INVOICES = 200;
const MAX_BYTES = 8 * 1024 * 1024;
/** Documents read at the same time. */
const AT_ONCE = 8;

/** What goes into the next piece of an archive. */
export interface NextDocuments {
  readonly files: readonly ZipEntry[];
  /** Invoices dealt with; the ids of those that lack a document. */
  readonly processed: number;
  readonly failed: readonly string[];
  /** Where to go on; null: that was all. */
  readonly last: ArchivePlace | null;
}

interface InvoiceRow {
  readonly id: string;
  readonly sort_at: string;
  readonly modified: Date;
  readonly uuid: string;
  readonly xml_key: string;
  readonly timbre_xml: string;
  readonly receipt_key: string | null;
}

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

/** How many invoices fit. */
export async function countDocuments(
  { pool }: Pick<Runtime, 'pool'>,
  tenant: Tenant,
  asked: ArchiveAsked,
): Promise<number> {
  const text = `SELECT count(*)::int AS count ${SCOPE}`;
  const { rows } = await pool.query<{ count: number }>(text, values(tenant, asked));
  return rows[0]?.count ?? 0;
}

/**
 * The XML of the next invoices after a place, oldest first, each under its UUID, and the receipt of its cancellation
 * beside it. A fault of the database is thrown; a document that is missing or does not read is among the failed.
 */
export async function nextDocuments(
  { pool, contents }: Pick<Runtime, 'pool' | 'contents'>,
  tenant: Tenant,
  asked: ArchiveAsked,
  after: ArchivePlace | null,
): Promise<NextDocuments> {
  const beyond = after ? 'AND (sort_at, id) > ($7, $8)' : '';
  const { rows } = await pool.query<InvoiceRow>(
    // As text too: a Date would lose what is finer than a millisecond, and with it the place.
    `SELECT id, to_char(sort_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS sort_at,
       sort_at AS modified, uuid, xml_key, timbre_xml, receipt_key ${SCOPE} ${beyond}
     ORDER BY invoices.sort_at, id LIMIT ${MAX_INVOICES}`,
    [...values(tenant, asked), ...(after ? [after.sort_at, after.id] : [])],
  );
  const files: ZipEntry[] = [];
  const failed: string[] = [];
  let bytes = 0;
  let processed = 0;
  for (let at = 0; at < rows.length && bytes < MAX_BYTES; at += AT_ONCE) {
    const batch = rows.slice(at, at + AT_ONCE);
    const documents = await Promise.all(batch.map((row) => filesOf(contents, tenant, row)));
    documents.forEach((own, index) => {
      files.push(...own.files);
      if (!own.isComplete) failed.push((batch[index] as InvoiceRow).id);
    });
    bytes = files.reduce((sum, { content }) => sum + content.length, 0);
    processed += batch.length;
  }
  const isAll = processed === rows.length && rows.length < MAX_INVOICES;
  const final = rows[processed - 1];
  return {
    files,
    processed,
    failed,
    last: isAll || !final ? null : { sort_at: final.sort_at, id: final.id },
  };
}

interface OwnFiles {
  readonly files: readonly ZipEntry[];
  readonly isComplete: boolean;
}

/** The files of one invoice, as many of them as there are and read. */
async function filesOf(
  contents: Runtime['contents'],
  tenant: Tenant,
  { uuid, modified, xml_key, timbre_xml, receipt_key }: InvoiceRow,
): Promise<OwnFiles> {
  const sealed = await contents.get(tenant, xml_key);
  const acuse = receipt_key === null ? undefined : await contents.get(tenant, receipt_key);
  const xml = sealed && stamped(sealed.toString(), timbre_xml);
  const files: ZipEntry[] = [];
  if (xml !== undefined) files.push({ name: `${uuid}.xml`, content: Buffer.from(xml), modified });
  if (acuse) files.push({ name: `acuse-${uuid}.xml`, content: acuse, modified });
  return { files, isComplete: xml !== undefined && (receipt_key === null || acuse !== undefined) };
}

function stamped(sealed: string, timbre: string): string | undefined {
  try {
    return insertTimbre(sealed, timbre);
  } catch {
    return undefined;
  }
}
