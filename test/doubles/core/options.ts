import { SatBooks } from '../sat/books.js';
import type { Trusting } from './examine.js';
import type { SatLink } from './sat-link.js';
import type { Double, DoubleOptions } from './server.js';

/** How a PAC's double is started. */
export interface PacDoubleOptions extends DoubleOptions, Trusting {
  /** The tax authority's double, which then knows this PAC's stamps and cancellations; one of its own, unless given. */
  readonly sat?: { readonly books: SatLink };
}

/** The tax authority that a PAC delivers to. */
export const satOf = ({ sat }: PacDoubleOptions, double: Double): SatLink =>
  sat?.books ?? new SatBooks(() => double.now());
