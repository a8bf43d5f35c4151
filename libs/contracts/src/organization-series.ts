import type { DomainEvent } from '#kernel';
import type { InvoiceType } from './invoice-content.js';

/** Series of invoices that an organization may have registered at a time. */
export const MAX_SERIES = 200;

/** The path of the default series stands where a series' own would: no series has this name. */
export const DEFAULT_SERIES_PATH = 'default-series';

/**
 * The name of a series: what an address can hold as one segment, also where a client does not encode it. `.`, `..` and
 * whatever has `\`, `/`, `?`, `#` or `%` would become another address, and `|` separates the fields of the cadena original.
 */
export const SERIES_NAME = /^(?!\s*(?:\.{1,2}|default-series)\s*$)[^|/?#%\\]{1,25}$/;

/** The highest folio that an invoice may ask for, and a counter may be set to. */
export const MAX_FOLIO = 999_999_999_999;

export type DefaultSeries = Readonly<Record<InvoiceType, string | null>>;
export const noDefaultSeries: DefaultSeries = { I: null, E: null, P: null, N: null, T: null };

/** The numbers of a series are no events: their counters live with the invoices that take them (docs/adr/0039). */
export type OrganizationSeriesEvent =
  | DomainEvent<'SeriesAdded', { series: string; at: string }>
  | DomainEvent<'SeriesRemoved', { series: string; at: string }>
  /** The series of invoices of a type that name none; null: none. */
  | DomainEvent<'DefaultSeriesSet', { type: InvoiceType; series: string | null; at: string }>;

/** A series as the API answers it: under both names that its clients read. */
export interface SeriesDoc {
  readonly series: string;
  readonly name: string;
  readonly next_folio: number;
  readonly next_folio_test: number;
}

/**
 * What counts folios: a series of invoices ('': those without one), or an organization's receipts, whose service has its
 * counters (`receipts.set-folios`).
 */
export type FolioCounter =
  { readonly kind: 'invoices'; readonly series: string } | { readonly kind: 'receipts' };

/** The next folio of a counter in each environment. */
export interface NextFolios {
  readonly live: number;
  readonly test: number;
}

/** The counters of an organization that were asked for. */
export interface OrganizationFolios {
  readonly organization: string;
  /** As of the release before: the receipts' own service says what is next (`receipts.read-folios`). */
  readonly receipts: NextFolios;
  /** In the order in which the series were asked for. */
  readonly invoices: readonly (NextFolios & { readonly series: string })[];
}
