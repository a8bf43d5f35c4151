import { createHash } from 'node:crypto';
import { ignoreUnknown } from '#kernel';
import type { SupplierEvent, SupplierFields } from '#contracts';

/** A supplier through its life. A deleted one counts as missing, but its id is never used again. */
export type Supplier =
  | { readonly status: 'absent' }
  | { readonly status: 'active'; readonly fields: SupplierFields }
  | { readonly status: 'deleted' };

export const absent: Supplier = { status: 'absent' };

export function evolve(state: Supplier, event: SupplierEvent): Supplier {
  switch (event.type) {
    case 'SupplierCreated': {
      const { at: _at, ...fields } = event.data;
      return { status: 'active', fields };
    }
    case 'SupplierEdited': {
      if (state.status !== 'active') return state;
      const { at: _at, ...changes } = event.data;
      return { status: 'active', fields: { ...state.fields, ...changes } };
    }
    case 'SupplierDeleted':
      return { status: 'deleted' };
    default:
      return ignoreUnknown(event, state);
  }
}

/** The fields of a supplier in a fixed order, from any object that has them. */
export const supplierFieldsOf = (supplier: SupplierFields): SupplierFields => ({
  legal_name: supplier.legal_name,
  tax_id: supplier.tax_id,
  tax_system: supplier.tax_system,
  email: supplier.email,
  phone: supplier.phone,
  address: {
    street: supplier.address.street,
    exterior: supplier.address.exterior,
    interior: supplier.address.interior,
    neighborhood: supplier.address.neighborhood,
    city: supplier.address.city,
    municipality: supplier.address.municipality,
    zip: supplier.address.zip,
    state: supplier.address.state,
    country: supplier.address.country,
  },
  external_id: supplier.external_id,
});

/** The same text for suppliers that are identical in every field, and for no others. */
export const fingerprintOf = (supplier: SupplierFields): string =>
  createHash('sha256')
    .update(JSON.stringify(supplierFieldsOf(supplier)))
    .digest('hex');
