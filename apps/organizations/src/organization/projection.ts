import {
  ORGANIZATION_STREAM,
  organizationsReadModel,
  searchText,
  type OrganizationDoc,
  type OrganizationEvent,
  type OrganizationRow,
} from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection, type ProjectedRow } from '#platform';
import { newOrganizationDoc, withLegal } from './document.js';

type Row = ProjectedRow & OrganizationRow;

const shown = (event: RecordedEvent, doc: OrganizationDoc) => ({
  id: doc.id,
  revision: event.revision,
  created_at: doc.created_at,
  search: searchText(doc.legal.name, doc.legal.legal_name, doc.legal.tax_id),
  doc,
});

const keyColumns = (key: { readonly id: string; readonly hash: string; readonly first_12: string }) => ({
  test_key_id: key.id,
  test_key_first_12: key.first_12,
  key_hashes: [key.hash],
});

function evolve(row: Row | undefined, event: RecordedEvent): Row | undefined {
  const { type, data } = event as unknown as OrganizationEvent;
  switch (type) {
    case 'OrganizationCreated': {
      const id = event.streamId.slice(ORGANIZATION_STREAM.length);
      return {
        ...shown(event, newOrganizationDoc(id, data.name, data.at)),
        user_ids: [data.owner_id],
        ...keyColumns(data.test_key),
      };
    }
    case 'LegalDataSet': {
      const { at: _at, ...legal } = data;
      return row && { ...row, ...shown(event, withLegal(row.doc, legal)) };
    }
    case 'TestKeyRenewed':
      return row && { ...row, revision: event.revision, ...keyColumns(data.test_key) };
    default:
      return row;
  }
}

/** organizations.organizations: every organization, who may act for it, and the hashes of its keys in force. */
export const organizationsProjection = defineProjection<Row>({
  name: organizationsReadModel.projection,
  table: organizationsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    created_at: 'timestamptz',
    search: 'text',
    user_ids: 'text[]',
    key_hashes: 'text[]',
    test_key_id: 'text',
    test_key_first_12: 'text',
    doc: 'json',
  },
  streamPrefix: ORGANIZATION_STREAM,
  evolve,
});
