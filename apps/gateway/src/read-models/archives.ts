import { archiveRow } from '#answers';
import { ARCHIVE_STREAM, archivesReadModel, type ArchiveRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.archives: the ZIP requests of the API. */
export const archivesProjection = defineProjection<ArchiveRow, typeof ARCHIVE_STREAM>({
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
  },
  streamPrefix: ARCHIVE_STREAM,
  evolve: archiveRow,
});
