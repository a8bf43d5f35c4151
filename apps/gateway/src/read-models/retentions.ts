import { retentionRow } from '#answers';
import { RETENTION_STREAM, retentionsReadModel, type RetentionRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.retentions: one row each, with the answer of the API. */
export const retentionsProjection = defineProjection<RetentionRow, typeof RETENTION_STREAM>({
  name: retentionsReadModel.projection,
  table: retentionsReadModel.table,
  columns: {
    id: 'text',
    revision: 'int',
    organization_id: 'text',
    livemode: 'boolean',
    status: 'text',
    hidden: 'boolean',
    cve_retenc: 'text',
    customer_id: 'text',
    customer_tax_id: 'text',
    folio_int: 'text',
    external_id: 'text',
    uuid: 'text',
    cancellation_status: 'text',
    created_at: 'timestamptz',
    sort_at: 'timestamptz',
    search: 'text',
    xml_key: 'text',
    timbre_xml: 'text',
    receipt_key: 'text',
    outcome: 'json',
    draft: 'json',
    doc: 'json',
  },
  streamPrefix: RETENTION_STREAM,
  evolve: retentionRow,
});
