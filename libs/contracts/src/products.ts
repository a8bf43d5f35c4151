import type { DomainEvent } from '#kernel';
import type { ItemProduct, LocalTax, Tax } from './invoice-content.js';

/** Streams of products: `product-<id>`. */
export const PRODUCT_STREAM = 'product-';

/** A product in the API's words; price, rates and bases are decimal text. */
export interface ProductFields extends Omit<ItemProduct, 'id' | 'unit_name'> {
  readonly unit_name: string;
}

export type TaxInput = { readonly [Name in keyof Tax]?: Tax[Name] | null };
export type LocalTaxInput = { readonly [Name in keyof LocalTax]?: LocalTax[Name] | null };

/** A product as sent: absent or null takes the default (create) or leaves a field as it is (edit). */
export interface ProductInput {
  readonly description?: string | null;
  readonly product_key?: string | null;
  readonly unit_key?: string | null;
  readonly unit_name?: string | null;
  readonly price?: string | null;
  readonly tax_included?: boolean | null;
  readonly taxability?: string | null;
  readonly taxes?: readonly TaxInput[] | null;
  readonly local_taxes?: readonly LocalTaxInput[] | null;
  /** null clears it. */
  readonly sku?: string | null;
}

export type ProductEvent =
  | DomainEvent<'ProductCreated', ProductFields & { at: string }>
  /** Carries what changed. */
  | DomainEvent<'ProductEdited', Partial<ProductFields> & { at: string }>
  | DomainEvent<'ProductDeleted', { at: string }>;

type AsNumbers<T> = {
  readonly [Name in keyof T]: Name extends 'rate' ? number : Name extends 'base' ? number | null : T[Name];
};

/** A product as the API answers it: every field present, amounts as JSON numbers. */
export interface ProductDoc extends Omit<ProductFields, 'price' | 'taxes' | 'local_taxes'> {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly price: number;
  readonly taxes: readonly AsNumbers<Tax>[];
  readonly local_taxes: readonly AsNumbers<LocalTax>[];
}
