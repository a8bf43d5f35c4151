import type { DomainEvent } from '#kernel';

/** How long a deleted organization can be restored. Its secrets are destroyed afterwards. */
export const DELETION_DAYS = 7;

export type OrganizationDeletionEvent =
  /** Its keys and links stop; at `deletes_at` its secrets are destroyed, unless it was restored. */
  | DomainEvent<'OrganizationDeleted', { deletes_at: string; at: string }>
  | DomainEvent<'OrganizationRestored', { at: string }>
  /** When its week was over it still had Live documents that nobody had archived. */
  | DomainEvent<'OrganizationDeletionPostponed', { deletes_at: string; at: string }>
  /** The end: its data keys are destroyed from here on, and nothing ever opens its secrets again. */
  | DomainEvent<'OrganizationDestroyed', { at: string }>;

/** The stamped Live documents of an organization. */
export interface LiveDocuments {
  readonly count: number;
  /** Months that no complete archive covers, oldest first. */
  readonly unarchived: readonly UnarchivedMonth[];
}

/** Stamped Live documents of a month that no complete archive covers. */
export interface UnarchivedMonth {
  readonly year: number;
  /** 1 to 12, in the organization's time zone. */
  readonly month: number;
  readonly documents: number;
}
