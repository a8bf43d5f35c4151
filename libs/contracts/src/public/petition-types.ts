import type { Id, Instant, Tenanted } from './primitives.js';

/** A supplier asks to cancel a document that the organization has received. `id` is the cancellation request's. */
export interface CancellationRequestReceivedV1 extends Tenanted {
  /** Counts the requests to cancel this document, from 1: after a rejection its issuer may ask again. */
  readonly number: number;
  /** Of the document. */
  readonly uuid: string;
  /** RFC of the receiver: the organization. */
  readonly receiver_tax_id: string;
  /** RFC of the issuer; null where the organization does not have the document. */
  readonly supplier_tax_id: string | null;
  /** The received invoice; null where the organization does not have it. */
  readonly invoice: Id | null;
  /** When the issuer asked, where the tax authority's answer says so. */
  readonly requested_at: Instant | null;
}

/** The organization has answered by this service, and the tax authority took it: an accepted request cancels the document. */
export interface CancellationRequestAnsweredV1 extends Tenanted {
  readonly number: number;
  readonly uuid: string;
  readonly invoice: Id | null;
  readonly status: 'accepted' | 'rejected';
}

/** A request ended without an answer by this service: accepted and expired ones cancel the document. */
export interface CancellationRequestClosedV1 extends Tenanted {
  readonly number: number;
  readonly uuid: string;
  readonly invoice: Id | null;
  /** `expired`: nobody answered in three business days, which accepts. */
  readonly status: 'accepted' | 'rejected' | 'expired';
}
