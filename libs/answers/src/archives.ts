import { ignoreUnknown } from '#kernel';
import { ARCHIVE_STREAM, type ArchiveDoc, type ArchiveEvent, type ArchiveRow } from '#contracts';
import type { Told } from './told.js';

/** A ZIP request after an event, as the API answers it. */
export function archiveRow(row: ArchiveRow | undefined, event: Told<ArchiveEvent>): ArchiveRow | undefined {
  if (event.type === 'ArchiveRequested') return createArchive(row, event);
  if (!row) return undefined;
  const { revision } = event;
  const { at } = event.data;
  const { processed_document, failed_documents } = row.doc;
  switch (event.type) {
    case 'ArchivePartAdded': {
      const { processed, failed } = event.data;
      return changeArchive(row, revision, 'processing', {
        updated_at: at,
        processed_document: processed_document + processed,
        failed_documents: [...failed_documents, ...failed],
      });
    }
    case 'ArchiveFinished': {
      const { parts, size, expires_at } = event.data;
      // Invoices may have come to the month while it was made.
      const document_count = processed_document;
      const next = changeArchive(row, revision, 'finished', { updated_at: at, expires_at, document_count });
      return { ...next, parts, size: String(size) };
    }
    case 'ArchiveFailed':
      return changeArchive(row, revision, 'failed', { updated_at: at });
    case 'ArchiveExpired': {
      const next = changeArchive(row, revision, 'none', { updated_at: at });
      return { ...next, parts: [], size: '0' };
    }
    default:
      return ignoreUnknown(event, { ...row, revision });
  }
}

const changeArchive = (
  row: ArchiveRow,
  revision: number,
  status: ArchiveRow['status'],
  patch: Partial<ArchiveDoc>,
): ArchiveRow => ({ ...row, revision, status, doc: { ...row.doc, ...patch, status } });

/** The row of a request that was just made, or made again: only its birth stays. */
function createArchive(
  row: ArchiveRow | undefined,
  { data, ...event }: Extract<Told<ArchiveEvent>, { type: 'ArchiveRequested' }>,
): ArchiveRow {
  const { streamId, revision, metadata } = event;
  const { organizationId, livemode } = metadata;
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
