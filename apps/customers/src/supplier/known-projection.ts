import { ignoreUnknown, type StreamEvent } from '#kernel';
import { SUPPLIER_STREAM, type SupplierEvent, type SupplierFields } from '#contracts';
import { defineProjection, type ProjectedRow } from '#eventing';
import { fingerprintOf, supplierFieldsOf } from './supplier.js';

/** A supplier that exists, by what it is found by. */
export interface KnownSupplierRow extends ProjectedRow {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly created_at: Date | string;
  /** Of those with the RFC of a document, the oldest is its supplier. */
  readonly tax_id: string | null;
  /** The same for suppliers that are the same. */
  readonly fingerprint: string;
  /** What the fingerprint is of: an edit changes a part of it. */
  readonly fields: SupplierFields;
}

const rowOf = (
  { streamId, revision, metadata }: StreamEvent,
  created_at: KnownSupplierRow['created_at'],
  fields: SupplierFields,
): KnownSupplierRow => ({
  id: streamId.slice(SUPPLIER_STREAM.length),
  revision,
  organization_id: metadata.organizationId,
  livemode: metadata.livemode,
  created_at,
  tax_id: fields.tax_id,
  fingerprint: fingerprintOf(fields),
  fields: supplierFieldsOf(fields),
});

function evolve(
  row: KnownSupplierRow | undefined,
  event: StreamEvent<SupplierEvent>,
): KnownSupplierRow | undefined {
  switch (event.type) {
    case 'SupplierCreated':
      return rowOf(event, event.data.at, event.data);
    case 'SupplierEdited': {
      const { at: _at, ...changes } = event.data;
      return row && rowOf(event, row.created_at, { ...row.fields, ...changes });
    }
    case 'SupplierDeleted':
      return undefined;
    default:
      return ignoreUnknown(event, row);
  }
}

/** customers.suppliers: the service's own, to find the supplier that is there already. */
export const knownSuppliersProjection = defineProjection<KnownSupplierRow, typeof SUPPLIER_STREAM>({
  name: 'customers.known-suppliers',
  table: 'customers.suppliers',
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    tax_id: 'text',
    fingerprint: 'text',
    fields: 'json',
  },
  streamPrefix: SUPPLIER_STREAM,
  evolve,
});
