import { ignoreUnknown } from '#kernel';
import {
  SUPPLIER_STREAM,
  searchText,
  type SupplierDoc,
  type SupplierEvent,
  type SupplierRow,
} from '#contracts';
import type { Told } from './told.js';

const rowOf = (event: Told<SupplierEvent>, doc: SupplierDoc): SupplierRow => ({
  id: doc.id,
  revision: event.revision,
  organization_id: doc.organization,
  livemode: doc.livemode,
  created_at: doc.created_at,
  search: searchText(doc.legal_name, doc.tax_id),
  doc,
});

/** A supplier after an event, as the API answers it; undefined once it is deleted. */
export function supplierRow(
  row: SupplierRow | undefined,
  event: Told<SupplierEvent>,
): SupplierRow | undefined {
  switch (event.type) {
    case 'SupplierCreated': {
      const { at, ...fields } = event.data;
      const { organizationId, livemode } = event.metadata;
      return rowOf(event, {
        id: event.streamId.slice(SUPPLIER_STREAM.length),
        created_at: at,
        livemode,
        organization: organizationId,
        ...fields,
      });
    }
    case 'SupplierEdited': {
      const { at: _at, ...changes } = event.data;
      return row && rowOf(event, { ...row.doc, ...changes });
    }
    case 'SupplierDeleted':
      return undefined;
    default:
      return ignoreUnknown(event, row);
  }
}
