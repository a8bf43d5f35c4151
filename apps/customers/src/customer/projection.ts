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

const rowOf = (event: RecordedEvent, doc: CustomerDoc): Row => ({
  id: doc.id,
  revision: event.revision,
  organization_id: doc.organization,
  livemode: doc.livemode,
  created_at: doc.created_at,
  search: searchText(doc.legal_name, doc.tax_id),
  fingerprint: fingerprintOf(doc),
  doc,
});

function evolve(row: Row | undefined, event: RecordedEvent): Row | undefined {
  const { type, data } = event as unknown as CustomerEvent;
  switch (type) {
    case 'CustomerCreated': {
      const { at, sat_validated_at, ...fields } = data;
      const { organizationId, livemode } = event.metadata;
      return rowOf(event, {
        id: event.streamId.slice(CUSTOMER_STREAM.length),
        created_at: at,
        livemode,
        organization: organizationId,
        ...fields,
        sat_validated_at,
        edit_link: null,
        edit_link_expires_at: null,
      });
    }
    case 'CustomerEdited': {
      const { at: _at, ...changes } = data;
      return row && rowOf(event, { ...row.doc, ...changes });
    }
    case 'CustomerDeleted':
      return undefined;
    default:
      return row;
  }
}

/** customers.customers: the customers that exist, as the API answers them. */
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
    doc: 'json',
  },
  streamPrefix: CUSTOMER_STREAM,
  evolve,
});
