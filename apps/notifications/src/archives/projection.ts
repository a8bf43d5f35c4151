import { ARCHIVE_STREAM, archivesReadModel, type ArchiveEvent, type ArchiveRow } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection } from '#platform';

type Doc = ArchiveRow['doc'];

function evolve(row: ArchiveRow | undefined, recorded: RecordedEvent): ArchiveRow | undefined {
  const event = recorded as unknown as ArchiveEvent;
  if (event.type === 'ArchiveRequested') return requested(row, recorded, event.data);
  if (!row) return undefined;
  const { at } = event.data;
  switch (event.type) {
    case 'ArchivePartAdded': {
      const { processed, failed } = event.data;
      return changed(row, recorded, 'processing', {
        updated_at: at,
        processed_document: (row.doc['processed_document'] as number) + processed,
        failed_documents: [...(row.doc['failed_documents'] as readonly string[]), ...failed],
      });
    }
    case 'ArchiveFinished': {
      const { parts, size, expires_at } = event.data;
      // Invoices may have come to the month while it was made.
      const document_count = row.doc['processed_document'];
      const next = changed(row, recorded, 'finished', { updated_at: at, expires_at, document_count });
      return { ...next, parts, size: String(size) };
    }
    case 'ArchiveFailed':
      return changed(row, recorded, 'failed', { updated_at: at });
    case 'ArchiveExpired': {
      const next = changed(row, recorded, 'none', { updated_at: at });
      return { ...next, parts: [], size: '0' };
    }
    default:
      return { ...row, revision: recorded.revision };
  }
}

const changed = (
  row: ArchiveRow,
  { revision }: RecordedEvent,
  status: ArchiveRow['status'],
  patch: Doc,
): ArchiveRow => ({ ...row, revision, status, doc: { ...row.doc, ...patch, status } });

/** The row of a request that was just made, or made again: only its birth stays. */
function requested(
  row: ArchiveRow | undefined,
  { streamId, revision, metadata: { organizationId, livemode } }: RecordedEvent,
  data: Extract<ArchiveEvent, { type: 'ArchiveRequested' }>['data'],
): ArchiveRow {
  const { filters, start_date, end_date, document_count, at } = data;
  const id = streamId.slice(ARCHIVE_STREAM.length);
  const created_at = row?.created_at ?? at;
  const { year, month, issuer_type, invoice_types } = filters;
  return {
    id,
    revision,
    organization_id: organizationId,
    livemode,
    created_at,
    year,
    month,
    issuer_type,
    invoice_types: invoice_types.join(''),
    status: 'created',
    parts: [],
    size: '0',
    doc: {
      id,
      created_at,
      updated_at: at,
      livemode,
      organization: organizationId,
      ...{ year, month, issuer_type, invoice_types, start_date, end_date },
      status: 'created',
      document_count,
      processed_document: 0,
      failed_documents: [],
      scheduled_at: at,
      expires_at: null,
    },
  };
}

/** notifications.archives: the ZIP requests of the API. */
export const archivesProjection = defineProjection<ArchiveRow>({
  name: archivesReadModel.projection,
  table: archivesReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    year: 'integer',
    month: 'integer',
    issuer_type: 'text',
    invoice_types: 'text',
    status: 'text',
    parts: 'json',
    size: 'bigint',
    doc: 'json',
  } as const satisfies Record<keyof ArchiveRow, string>,
  streamPrefix: ARCHIVE_STREAM,
  evolve,
});
