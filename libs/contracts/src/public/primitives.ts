/**
 * What the public events are made of. These types are a contract with readers outside of this service: their JSON
 * Schemas in docs/events follow from them, and within a version they only ever grow (docs/adr/0018).
 */

/**
 * An identifier of this service.
 * @pattern ^[0-9a-f]{24}$
 */
export type Id = string;

/**
 * A decimal number as text, so that no reader loses a digit.
 * @pattern ^-?[0-9]+(\.[0-9]+)?$
 */
export type DecimalText = string;

/**
 * An instant, ISO 8601 in UTC.
 * @format date-time
 */
export type Instant = string;

/** Whose event it is, in the data as well as in the headers: a row of a table made from the data stands by itself. */
export interface Tenanted {
  /** The resource that it is about: the invoice, the customer ... */
  readonly id: Id;
  readonly organization: Id;
  /** false: made with a Test key, without fiscal validity. */
  readonly livemode: boolean;
  /** When it happened. */
  readonly at: Instant;
}

export interface PostalAddress {
  readonly street: string | null;
  readonly exterior: string | null;
  readonly interior: string | null;
  readonly neighborhood: string | null;
  readonly city: string | null;
  readonly municipality: string | null;
  readonly zip: string | null;
  readonly state: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

/** One reason of a refusal. */
export interface Reason {
  /** Of this service's errors, or the tax authority's or provider's own (CFDI40145). */
  readonly code: string;
  /** Who found it. */
  readonly source: 'service' | 'sat' | 'pac';
  /** The field of the request that it is about, such as `items.0.product.price`; null where it is about none. */
  readonly path: string | null;
}

/** Reasons, the first of them where there are very many. */
export interface Reasons {
  /** How many there are in all. */
  readonly total_count: number;
  /** Some are left out. */
  readonly has_more: boolean;
  readonly data: readonly Reason[];
}
