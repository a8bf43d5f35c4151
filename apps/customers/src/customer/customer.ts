import { createHash } from 'node:crypto';
import { ignoreUnknown } from '#kernel';
import type { CustomerEvent, CustomerFields, CustomerInput } from '#contracts';

/** A customer through its life. A deleted one counts as missing, but its id is never used again. */
export type Customer =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active';
      readonly fields: CustomerFields;
      readonly satValidatedAt: string | null;
      /** The edit link in force; null once it was used. That it may have expired is for who knows the time. */
      readonly editLink: { readonly id: string; readonly expiresAt: string } | null;
    }
  | { readonly status: 'deleted' };

export const absent: Customer = { status: 'absent' };

export function evolve(state: Customer, event: CustomerEvent): Customer {
  switch (event.type) {
    case 'CustomerCreated': {
      const { sat_validated_at, at: _at, ...fields } = event.data;
      return { status: 'active', fields, satValidatedAt: sat_validated_at, editLink: null };
    }
    case 'CustomerEdited': {
      if (state.status !== 'active') return state;
      const { sat_validated_at, at: _at, ...changes } = event.data;
      return { ...state, fields: { ...state.fields, ...changes }, satValidatedAt: sat_validated_at };
    }
    case 'CustomerEditLinkCreated': {
      if (state.status !== 'active') return state;
      return { ...state, editLink: { id: event.data.id, expiresAt: event.data.expires_at } };
    }
    case 'CustomerEditLinkCompleted':
      return state.status === 'active' ? { ...state, editLink: null } : state;
    case 'CustomerDeleted':
      return { status: 'deleted' };
    default:
      return ignoreUnknown(event, state);
  }
}

/** The fields of a customer in a fixed order, from any object that has them. */
export const customerFieldsOf = (customer: CustomerFields): CustomerFields => ({
  legal_name: customer.legal_name,
  tax_id: customer.tax_id,
  tax_system: customer.tax_system,
  email: customer.email,
  phone: customer.phone,
  default_invoice_use: customer.default_invoice_use,
  address: {
    street: customer.address.street,
    exterior: customer.address.exterior,
    interior: customer.address.interior,
    neighborhood: customer.address.neighborhood,
    city: customer.address.city,
    municipality: customer.address.municipality,
    zip: customer.address.zip,
    state: customer.address.state,
    country: customer.address.country,
  },
  curp: customer.curp,
  external_id: customer.external_id,
});

/** The same text for customers that are identical in every field, and for no others. */
export const fingerprintOf = (customer: CustomerFields): string =>
  createHash('sha256')
    .update(JSON.stringify(customerFieldsOf(customer)))
    .digest('hex');

const TAX_INFO = ['legal_name', 'tax_id', 'tax_system'] as const;

/** Whether two customers are the same to the tax authority's register. */
export const sameTaxInfo = (a: CustomerFields, b: CustomerFields): boolean =>
  TAX_INFO.every((name) => a[name] === b[name]) &&
  a.address.zip === b.address.zip &&
  a.address.country === b.address.country;

/** Whether the sent data includes anything that the register knows. */
export const hasTaxInfo = ({ address, ...sent }: CustomerInput): boolean =>
  TAX_INFO.some((name) => sent[name] !== undefined) ||
  address === null ||
  address?.zip !== undefined ||
  address?.country !== undefined;
