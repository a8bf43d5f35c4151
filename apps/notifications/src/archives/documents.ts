import { randomUUID } from 'node:crypto';
import { ok, type Result, type Tenant } from '#kernel';
import type { ArchiveAsked, ArchivedDocument, ArchivePlace, Command } from '#contracts';
import type { CommandBus } from '#bus';
import type { ContentStore } from '#eventing';
import { stampedBytes } from '#fiscal';
import type { ZipEntry } from './zip-parts.js';

/** Invoices of a piece, and where it ends earlier: a few of 5000 items are as large as hundreds of small ones. */
const MAX_INVOICES = 200;
const MAX_BYTES = 8 * 1024 * 1024;
/** Documents read at the same time. */
const AT_ONCE = 8;

/** What goes into the next piece of an archive. */
export interface NextDocuments {
  readonly files: readonly ZipEntry[];
  /** The processed invoices, and the ids of those that lack a document. */
  readonly processed: number;
  readonly failed: readonly string[];
  /** Where to go on; null: that was all. */
  readonly last: ArchivePlace | null;
}

/** On whose behalf an archive is made. */
export type Asking = Pick<Command, 'tenant' | 'actor' | 'correlationId' | 'time'>;

/** How many invoices fit. */
export async function countDocuments(
  bus: CommandBus,
  asking: Asking,
  asked: ArchiveAsked,
): Promise<Result<number>> {
  const answer = await bus.send({ ...envelope(asking), type: 'gateway.count-documents', data: asked });
  return answer.ok ? ok(answer.value.data.count) : answer;
}

/** What a question to the owner of the list of invoices comes in. */
function envelope({ tenant, actor, correlationId, time }: Asking) {
  const id = randomUUID();
  return { id, key: id, tenant, actor, correlationId, time };
}

/**
 * The XML of the next invoices after a place, oldest first, each under its UUID, and the receipt of its cancellation
 * beside it. A fault of the database is thrown; a document that is missing or does not read is among the failed.
 */
export async function nextDocuments(
  { bus, contents }: { readonly bus: CommandBus; readonly contents: ContentStore },
  asking: Asking,
  asked: ArchiveAsked,
  after: ArchivePlace | null,
): Promise<Result<NextDocuments>> {
  const data = { asked, after, limit: MAX_INVOICES };
  const answer = await bus.send({ ...envelope(asking), type: 'gateway.list-documents', data });
  if (!answer.ok) return answer;
  const rows = answer.value.data.documents;
  const { tenant } = asking;
  const files: ZipEntry[] = [];
  const failed: string[] = [];
  let bytes = 0;
  let processed = 0;
  for (let at = 0; at < rows.length && bytes < MAX_BYTES; at += AT_ONCE) {
    const batch = rows.slice(at, at + AT_ONCE);
    const documents = await Promise.all(batch.map((row) => filesOf(contents, tenant, row)));
    documents.forEach((own, index) => {
      files.push(...own.files);
      if (!own.isComplete) failed.push((batch[index] as ArchivedDocument).id);
    });
    bytes = files.reduce((sum, { content }) => sum + content.length, 0);
    processed += batch.length;
  }
  const isAll = processed === rows.length && rows.length < MAX_INVOICES;
  const final = rows[processed - 1];
  const last = isAll || !final ? null : { sort_at: final.sort_at, id: final.id };
  return ok({ files, processed, failed, last });
}

interface OwnFiles {
  readonly files: readonly ZipEntry[];
  readonly isComplete: boolean;
}

/** The files of one invoice, as many of them as there are and read. */
async function filesOf(
  contents: ContentStore,
  tenant: Tenant,
  { uuid, sort_at, xml_key, timbre_xml, receipt_key }: ArchivedDocument,
): Promise<OwnFiles> {
  const modified = new Date(sort_at);
  const sealed = await contents.get(tenant, xml_key);
  const acuse = receipt_key === null ? undefined : await contents.get(tenant, receipt_key);
  const xml = sealed && withStamp(sealed, timbre_xml);
  const files: ZipEntry[] = [];
  if (xml !== undefined) files.push({ name: `${uuid}.xml`, content: xml, modified });
  if (acuse) files.push({ name: `acuse-${uuid}.xml`, content: acuse, modified });
  return { files, isComplete: xml !== undefined && (receipt_key === null || acuse !== undefined) };
}

function withStamp(sealed: Buffer, timbre: string): Buffer | undefined {
  try {
    return stampedBytes(sealed, timbre);
  } catch {
    return undefined;
  }
}
