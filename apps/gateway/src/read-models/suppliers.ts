import { supplierRow } from '#answers';
import { SUPPLIER_STREAM, suppliersReadModel, type SupplierRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.suppliers: the suppliers that exist, as the API answers them. */
export const suppliersProjection = defineProjection<SupplierRow, typeof SUPPLIER_STREAM>({
  name: suppliersReadModel.projection,
  table: suppliersReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    search: 'text',
    doc: 'json',
  },
  streamPrefix: SUPPLIER_STREAM,
  evolve: supplierRow,
});
