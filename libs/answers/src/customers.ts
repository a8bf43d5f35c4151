import { ignoreUnknown } from '#kernel';
import {
  CUSTOMER_STREAM,
  searchText,
  type CustomerDoc,
  type CustomerEvent,
  type CustomerRow,
} from '#contracts';
import type { Told } from './told.js';

/** How many links of a customer are remembered, to tell a replaced link from one that never existed. */
const REMEMBERED_LINKS = 20;

const rowOf = (event: Told<CustomerEvent>, doc: CustomerDoc, hashes: readonly string[]): CustomerRow => ({
  id: doc.id,
  revision: event.revision,
  organization_id: doc.organization,
  livemode: doc.livemode,
  created_at: doc.created_at,
  search: searchText(doc.legal_name, doc.tax_id),
  edit_link_hashes: hashes,
  doc,
});

/** A customer after an event, as the API answers it, without the address of its link; undefined once it is deleted. */
export function customerRow(
  row: CustomerRow | undefined,
  event: Told<CustomerEvent>,
): CustomerRow | undefined {
  switch (event.type) {
    case 'CustomerCreated': {
      const { at, sat_validated_at, ...fields } = event.data;
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
      const { at: _at, ...changes } = event.data;
      return row && rowOf(event, { ...row.doc, ...changes }, row.edit_link_hashes);
    }
    case 'CustomerEditLinkCreated': {
      if (!row) return undefined;
      const { id, expires_at, key_hash } = event.data;
      const doc = { ...row.doc, edit_link: id, edit_link_expires_at: expires_at };
      return rowOf(event, doc, [...row.edit_link_hashes, key_hash].slice(-REMEMBERED_LINKS));
    }
    case 'CustomerEditLinkCompleted': {
      if (!row) return undefined;
      return rowOf(event, { ...row.doc, edit_link: null, edit_link_expires_at: null }, row.edit_link_hashes);
    }
    case 'CustomerDeleted':
      return undefined;
    default:
      return ignoreUnknown(event, row);
  }
}
