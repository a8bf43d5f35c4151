import {
  PRODUCT_STREAM,
  productsReadModel,
  searchText,
  type ProductDoc,
  type ProductEvent,
  type ProductFields,
  type ProductRow,
} from '#contracts';
import type { RecordedEvent } from '#event-store';
import { defineProjection, type ProjectedRow } from '#platform';

type Row = ProjectedRow & ProductRow;

const withNumbers = <T extends { readonly rate: string; readonly base: string | null }>(tax: T) => ({
  ...tax,
  rate: Number(tax.rate),
  base: tax.base === null ? null : Number(tax.base),
});

/** Decimal text of at most 15 digits, as these are, is the same decimal as the JSON number made from it. */
function docFields<F extends Partial<ProductFields>>({ price, taxes, local_taxes, ...rest }: F) {
  return {
    ...rest,
    ...(price !== undefined && { price: Number(price) }),
    ...(taxes && { taxes: taxes.map(withNumbers) }),
    ...(local_taxes && { local_taxes: local_taxes.map(withNumbers) }),
  };
}

const rowOf = (event: RecordedEvent, doc: ProductDoc): Row => ({
  id: doc.id,
  revision: event.revision,
  organization_id: doc.organization,
  livemode: doc.livemode,
  created_at: doc.created_at,
  search: searchText(doc.description, doc.sku),
  sku: doc.sku,
  doc,
});

function evolve(row: Row | undefined, event: RecordedEvent): Row | undefined {
  const { type, data } = event as unknown as ProductEvent;
  switch (type) {
    case 'ProductCreated': {
      const { at, ...fields } = data;
      const { organizationId, livemode } = event.metadata;
      return rowOf(event, {
        id: event.streamId.slice(PRODUCT_STREAM.length),
        created_at: at,
        livemode,
        organization: organizationId,
        ...(docFields(fields) as Omit<ProductDoc, 'id' | 'created_at' | 'livemode' | 'organization'>),
      });
    }
    case 'ProductEdited': {
      const { at: _at, ...changes } = data;
      return row && rowOf(event, { ...row.doc, ...docFields(changes) });
    }
    case 'ProductDeleted':
      return undefined;
    default:
      return row;
  }
}

/** customers.products: the products that exist, as the API answers them. */
export const productsProjection = defineProjection<Row>({
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
  evolve,
});
