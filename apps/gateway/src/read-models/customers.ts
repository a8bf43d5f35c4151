import { customerRow } from '#answers';
import { CUSTOMER_STREAM, customersReadModel, type CustomerRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.customers: the customers that exist, as the API answers them, without the address of their link. */
export const customersProjection = defineProjection<CustomerRow, typeof CUSTOMER_STREAM>({
  name: customersReadModel.projection,
  table: customersReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    search: 'text',
    edit_link_hashes: 'text[]',
    doc: 'json',
  },
  streamPrefix: CUSTOMER_STREAM,
  evolve: customerRow,
});
