import {
  CUSTOMER_STREAM,
  customersReadModel,
  searchText,
  type CustomerDoc,
  type CustomerEvent,
  type CustomerRow,
} from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection, type ProjectedRow } from '#platform';
import { fingerprintOf } from './customer.js';

type Row = ProjectedRow & CustomerRow;

/** So many links of a customer are remembered, to tell a link that was replaced from one that never was. */
const REMEMBERED_LINKS = 20;

const rowOf = (event: RecordedEvent, doc: CustomerDoc, hashes: readonly string[]): Row => ({
  id: doc.id,
  revision: event.revision,
  organization_id: doc.organization,
  livemode: doc.livemode,
  created_at: doc.created_at,
  search: searchText(doc.legal_name, doc.tax_id),
  fingerprint: fingerprintOf(doc),
  edit_link_hashes: hashes,
  doc,
});

function evolve(row: Row | undefined, event: RecordedEvent): Row | undefined {
  const { type, data } = event as unknown as CustomerEvent;
  switch (type) {
    case 'CustomerCreated': {
      const { at, sat_validated_at, ...fields } = data;
      const { organizationId, livemode } = event.metadata;
      const doc: CustomerDoc = {
        id: event.streamId.slice(CUSTOMER_STREAM.length),
        created_at: at,
        livemode,
        organization: organizationId,
        ...fields,
        sat_validated_at,
        edit_link: null,
        edit_link_expires_at: null,
      };
      return rowOf(event, doc, []);
    }
    case 'CustomerEdited': {
      const { at: _at, ...changes } = data;
      return row && rowOf(event, { ...row.doc, ...changes }, row.edit_link_hashes);
    }
    case 'CustomerEditLinkCreated': {
      if (!row) return undefined;
      const doc = { ...row.doc, edit_link: data.id, edit_link_expires_at: data.expires_at };
      return rowOf(event, doc, [...row.edit_link_hashes, data.key_hash].slice(-REMEMBERED_LINKS));
    }
    case 'CustomerEditLinkCompleted': {
      if (!row) return undefined;
      return rowOf(event, { ...row.doc, edit_link: null, edit_link_expires_at: null }, row.edit_link_hashes);
    }
    case 'CustomerDeleted':
      return undefined;
    default:
      return row;
  }
}

/** customers.customers: the customers that exist, as the API answers them but for the address of their link. */
export const customersProjection = defineProjection<Row>({
  name: customersReadModel.projection,
  table: customersReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    search: 'text',
    fingerprint: 'text',
    edit_link_hashes: 'text[]',
    doc: 'json',
  },
  streamPrefix: CUSTOMER_STREAM,
  evolve,
});
