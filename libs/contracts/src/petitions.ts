import { deterministicId, type Detail, type DomainEvent, type ErrorCode, type Tenant } from '#kernel';
import type { FiscalDocument } from './invoicing.js';
import type { ReadModel } from './read-model.js';

/**
 * Petitions: requests of suppliers to cancel documents that the organization has received (the SAT's peticiones de cancelación, the API's
 * cancellation requests). One stream for each document of a tenant, and one for how its list is asked for.
 */

/** Streams of petitions: `petition-<id>`, all requests to cancel one document; see {@link petitionId}. */
export const PETITION_STREAM = 'petition-';

/** Streams of lists: `petitions-<id>`, one of each tenant; see {@link petitionListId}. */
export const PETITION_LIST_STREAM = 'petitions-';

/** Of a tenant's petition, by the document's UUID in either case. */
export const petitionId = ({ organizationId, livemode }: Tenant, uuid: string): string =>
  deterministicId('petition', organizationId, String(livemode), uuid.toUpperCase());

export const petitionListId = ({ organizationId, livemode }: Tenant): string =>
  deterministicId('petitions', organizationId, String(livemode));

/** What the receiver says: accepted, the document is canceled; rejected, it stays valid. */
export type PetitionAnswer = 'accept' | 'reject';

/**
 * `expired`: nobody answered in three business days, which accepts: the document is canceled. Answered at the SAT's own site or through
 * somebody else, it is `accepted` or `rejected` as well.
 */
export type PetitionStatus = 'pending' | 'accepted' | 'rejected' | 'expired';

/** A received document as the organization has it. */
export interface ReceivedDocument {
  /** Id of the invoice. */
  readonly invoice: string;
  readonly supplier: { readonly id: string | null; readonly legal_name: string; readonly tax_id: string };
  /** Decimal text, in the document's currency. */
  readonly total: string;
  readonly currency: string;
  readonly document: FiscalDocument;
}

/** `number` counts the requests to cancel one document: after a rejection its issuer may ask again. */
export type PetitionEvent =
  /** It waits for an answer. */
  | DomainEvent<
      'PetitionReceived',
      {
        number: number;
        uuid: string;
        receiver_rfc: string;
        /** The PAC that listed it. */
        pac: string;
        /** When the issuer asked, where the PAC says so. ISO 8601 in UTC. */
        requested_at: string | null;
        /** When its three business days are over, where it is known when they began. */
        expires_at: string | null;
        received: ReceivedDocument | null;
        at: string;
      }
    >
  /** The document came after its petition. */
  | DomainEvent<'PetitionDescribed', { number: number; received: ReceivedDocument; at: string }>
  /**
   * Stored before an answer is sent. `attempt` counts the answers that were begun; `at` also dates the signed document, so that it is
   * the same each time that it is sent.
   */
  | DomainEvent<
      'PetitionAnswerStarted',
      { number: number; attempt: number; answer: PetitionAnswer; at: string }
    >
  /** The SAT took it. `receipt_key`: where its receipt is, if the PAC handed one out. */
  | DomainEvent<
      'PetitionAnswered',
      Resolved & { attempt: number; answer: PetitionAnswer; receipt_key: string | null }
    >
  /** Certainly not taken: it may be answered again. */
  | DomainEvent<
      'PetitionAnswerRefused',
      { number: number; attempt: number; code: ErrorCode; details: readonly Detail[]; at: string }
    >
  /** Perhaps taken: the same answer is sent again. */
  | DomainEvent<
      'PetitionAnswerDelayed',
      { number: number; attempt: number; tries: number; reason: string; retry_at: string; at: string }
    >
  /** It was decided without an answer of ours, or ours was lost and has been found to count. */
  | DomainEvent<'PetitionClosed', Resolved & { outcome: Exclude<PetitionStatus, 'pending'> }>;

/** Which document has its answer, for those who follow what becomes of it. */
interface Resolved {
  readonly number: number;
  readonly uuid: string;
  /** Id of the received invoice, where the organization has it. */
  readonly invoice: string | null;
  readonly at: string;
}

export type PetitionListEvent =
  /** A PAC has told which petitions wait for an RFC; `next_at`: when it is asked again without anybody's asking, null: not until then. */
  | DomainEvent<
      'PetitionListAsked',
      { rfc: string; pac: string; found: number; used_at: string; next_at: string | null; at: string }
    >
  /** Nobody could tell; `tries` in a row. */
  | DomainEvent<
      'PetitionListUnanswered',
      { reason: string; tries: number; used_at: string; next_at: string | null; at: string }
    >;

/** What became of a look at the list. */
export interface PetitionsLook {
  /** When a PAC last told the list; null: never. ISO 8601 in UTC. */
  readonly asked_at: string | null;
  /** Why the latest look told nothing; null where it did. */
  readonly code: ErrorCode | null;
  /** Petitions that changed with this look, and the revisions of their streams after it. */
  readonly changed: readonly { readonly stream: string; readonly revision: number }[];
}

/** What the service of cancellations needs to know of an organization and of documents that it has received. */
export interface PetitionContext {
  /** As whom the organization receives and signs; null where it has no RFC yet. In Test a test taxpayer lends it one, as for invoices. */
  readonly receiver: {
    readonly rfc: string;
    readonly nombre: string;
    readonly certificate?: string;
  } | null;
  /** Of the documents that were asked for, those that it has. */
  readonly received: readonly ReceivedDocument[];
  /** Petitions that wait, as far as the read model knows: UUIDs, and whether their document is known. */
  readonly waiting: readonly { readonly uuid: string; readonly described: boolean }[];
}

/** One row a document whose cancellation was asked for: its latest petition. */
export const petitionsReadModel = {
  projection: 'cancellation_requests',
  table: 'gateway.cancellation_requests',
  stream: PETITION_STREAM,
} as const satisfies ReadModel;
export interface PetitionRow {
  readonly id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly livemode: boolean;
  /** When the latest petition was first seen. */
  readonly created_at: Date | string;
  readonly uuid: string;
  readonly status: PetitionStatus;
  /** The supplier's RFC, where the document is known. */
  readonly supplier_tax_id: string | null;
  readonly doc: PetitionDoc;
}

/** One row a tenant: when its list was asked for. */
export const petitionListsReadModel = {
  projection: 'cancellation_request_lists',
  table: 'gateway.cancellation_request_lists',
  stream: PETITION_LIST_STREAM,
} as const satisfies ReadModel;
export interface PetitionListRow {
  readonly id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly livemode: boolean;
  /** When a PAC last told it. */
  readonly asked_at: Date | string | null;
}

/** A cancellation request as the API answers it. */
export interface PetitionDoc {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly uuid: string;
  readonly status: PetitionStatus;
  /** Id of the received invoice; null where the organization has not imported it. */
  readonly invoice: string | null;
  readonly supplier: ReceivedDocument['supplier'] | null;
  readonly total: number | null;
  readonly currency: string | null;
  /** When it was first seen here, as `created_at`. */
  readonly first_seen_at: string;
  /** When the issuer asked, where the PAC says so. */
  readonly requested_at: string | null;
  /** When three business days are over, where it is known when they began. */
  readonly expires_at: string | null;
  /** The organization's own answer; null while there is none, and where it was answered elsewhere. */
  readonly answer: PetitionAnswerDoc | null;
  readonly resolved_at: string | null;
}

export interface PetitionAnswerDoc {
  readonly action: PetitionAnswer;
  /** `sending`: nobody knows yet whether the SAT has it. `refused`: it may be answered again. */
  readonly status: 'sending' | 'taken' | 'refused';
  readonly at: string;
  /** Why it was refused: a root code, and what the SAT or the PAC wrote. */
  readonly code: ErrorCode | null;
  readonly message: string | null;
}
