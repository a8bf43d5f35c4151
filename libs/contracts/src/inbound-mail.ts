import type { DomainEvent } from '#kernel';
import type { DocumentOutcome } from './reception.js';

/** Mails with documents in them, which suppliers send to an address of the organization (docs/inbound-mail.md). */

/** Streams of inbound mails: `inbound-mail-<id>`. */
export const INBOUND_MAIL_STREAM = 'inbound-mail-';

/** The name of a mail in the content store, until it has been processed. */
export const inboundMailKey = (id: string): string => `inbound-mail/${id}`;

/** The most outcomes that are kept of a mail; of more, those that were refused come first. */
export const MOST_MAIL_RESULTS = 200;

/** The address of an organization in one environment: `<token>@<the installation's domain>`. */
export interface InboundAddress {
  readonly token: string;
  /** Since when it is this one; ISO 8601 in UTC. */
  readonly created_at: string;
}

/** What a mail says of itself: its sender's words, bounded, and trusted for nothing. */
export interface InboundMailHead {
  readonly from: string | null;
  readonly subject: string | null;
  readonly message_id: string | null;
  /** SPF, DKIM and DMARC as the mail's receiver found them: its Authentication-Results. */
  readonly authentication: string | null;
}

/** A mail that has arrived, as the gateway gives it to reception: whole, under {@link inboundMailKey}. */
export interface InboundMailArrived extends InboundMailHead {
  /** The address that it came to. */
  readonly token: string;
  readonly bytes: number;
}

/**
 * Why nothing, or not everything, of a mail was read: it is no mail or is built to be none (`unreadable`), it has more files
 * than one may have (`too_many_files`: none was imported), or it was gone before it could be processed (`expired`).
 */
export type InboundMailProblem = 'unreadable' | 'too_many_files' | 'expired';

/** What became of one document of a mail; what its code says in words is in the documentation. */
export type MailedDocument = Pick<DocumentOutcome, 'file' | 'status' | 'code' | 'uuid' | 'id'>;

/** What became of the documents of a mail. */
export interface InboundMailResults {
  readonly imported: number;
  readonly duplicates: number;
  readonly refused: number;
  /** In the order of the mail, at most {@link MOST_MAIL_RESULTS}. */
  readonly results: readonly MailedDocument[];
  readonly problem: InboundMailProblem | null;
}

export type InboundMailEvent =
  | DomainEvent<'InboundMailReceived', InboundMailArrived & { at: string }>
  | DomainEvent<'InboundMailProcessed', InboundMailResults & { at: string }>;

/** A mail as the API answers it. */
export interface InboundMailDoc extends InboundMailHead, InboundMailResults {
  readonly id: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly status: 'processing' | 'processed';
  /** Instants, ISO 8601 in UTC. */
  readonly received_at: string;
  readonly processed_at: string | null;
  readonly bytes: number;
}
