import { ignoreUnknown } from '#kernel';
import {
  PRODUCT_STREAM,
  searchText,
  type ProductDoc,
  type ProductEvent,
  type ProductFields,
  type ProductRow,
} from '#contracts';
import type { Told } from './told.js';

const withNumbers = <T extends { readonly rate: string; readonly base: string | null }>(tax: T) => ({
  ...tax,
  rate: Number(tax.rate),
  base: tax.base === null ? null : Number(tax.base),
});

/** Decimal text of at most 15 digits, as these are, is the same decimal as the JSON number made from it. */
const docFields = ({ price, taxes, local_taxes, ...rest }: ProductFields) => ({
  ...rest,
  price: Number(price),
  taxes: taxes.map(withNumbers),
  local_taxes: local_taxes.map(withNumbers),
});

/** The same of the fields that an edit changed. */
const toChangedFields = ({ price, taxes, local_taxes, ...rest }: Partial<ProductFields>) => ({
  ...rest,
  ...(price !== undefined && { price: Number(price) }),
  ...(taxes && { taxes: taxes.map(withNumbers) }),
  ...(local_taxes && { local_taxes: local_taxes.map(withNumbers) }),
});

const rowOf = (event: Told<ProductEvent>, doc: ProductDoc): ProductRow => ({
  id: doc.id,
  revision: event.revision,
  organization_id: doc.organization,
  livemode: doc.livemode,
  created_at: doc.created_at,
  search: searchText(doc.description, doc.sku),
  sku: doc.sku,
  doc,
});

/** A product after an event, as the API answers it; undefined once it is deleted. */
export function productRow(row: ProductRow | undefined, event: Told<ProductEvent>): ProductRow | undefined {
  switch (event.type) {
    case 'ProductCreated': {
      const { at, ...fields } = event.data;
      const { organizationId, livemode } = event.metadata;
      return rowOf(event, {
        id: event.streamId.slice(PRODUCT_STREAM.length),
        created_at: at,
        livemode,
        organization: organizationId,
        ...docFields(fields),
      });
    }
    case 'ProductEdited': {
      const { at: _at, ...changes } = event.data;
      return row && rowOf(event, { ...row.doc, ...toChangedFields(changes) });
    }
    case 'ProductDeleted':
      return undefined;
    default:
      return ignoreUnknown(event, row);
  }
}
