import { productRow } from '#answers';
import { PRODUCT_STREAM, productsReadModel, type ProductRow } from '#contracts';
import { defineProjection } from '#eventing';

/** gateway.products: the products that exist, as the API answers them. */
export const productsProjection = defineProjection<ProductRow, typeof PRODUCT_STREAM>({
  name: productsReadModel.projection,
  table: productsReadModel.table,
  columns: {
    id: 'text',
    revision: 'integer',
    organization_id: 'text',
    livemode: 'boolean',
    created_at: 'timestamptz',
    search: 'text',
    sku: 'text',
    doc: 'json',
  },
  streamPrefix: PRODUCT_STREAM,
  evolve: productRow,
});
