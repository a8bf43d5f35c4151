import type { ReadModel } from './read-model.js';
import { STAMPING_STREAM, type FiscalKind, type SurplusSearch } from './stamping.js';

/** A document that a provider perhaps has stamped, and nobody can say yet: what is known of it. */
export interface DoubtDoc {
  /** Of the invoice or the retention. */
  readonly id: string;
  readonly type: FiscalKind;
  readonly organization: string;
  readonly livemode: boolean;
  /** The provider that perhaps has it. */
  readonly pac: string;
  /** Since when it perhaps has it, ISO 8601 in UTC. */
  readonly since: string;
  /** How often it was sent, to whomever. */
  readonly attempts: number;
  /** When the provider is asked next; null while an answer is awaited. */
  readonly next_look_at: string | null;
  /** The provider that it was sent to nevertheless, by an operator. */
  readonly forced_to: string | null;
  /** Of the stamp that it has, where it was forced: what `pac` perhaps has beside it would be a surplus. */
  readonly uuid: string | null;
  /** Where the surplus stamp of one that was forced is looked for; null of others, and of what was forced before that was written down. */
  readonly surplus_search: SurplusSearch | null;
  /** What the provider answered last, as logs have it; null where it answered nothing. */
  readonly reason: string | null;
}

/** One row a stamping that has not ended, of those that a provider outside of the service may have. */
export const doubtsReadModel = {
  projection: 'gateway.doubts',
  table: 'gateway.doubts',
  stream: STAMPING_STREAM,
} as const satisfies ReadModel;
export interface DoubtRow {
  /** The key of the stamping. */
  readonly id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly document_id: string;
  readonly sealed_at: Date | string;
  /** Null while it surely is nowhere. */
  readonly since: Date | string | null;
  /** From when on it counts as in doubt: an answer takes its time. Null like `since`. */
  readonly listed_at: Date | string | null;
  /** Until when the provider is asked for a surplus stamp; null for what has no end. */
  readonly watched_until: Date | string | null;
  readonly doc: DoubtDoc;
}
