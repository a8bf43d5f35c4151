import { ignoreUnknown } from '#kernel';
import { isForeign, receiverRfc } from '#billing';
import type {
  CustomerSnapshot,
  FiscalDocument,
  InvoiceStamp,
  RetentionContent,
  RetentionEvent,
  RetentionIssue,
} from '#contracts';
import type { CancellationRequest } from '../document/cancellation-answer.js';
import { revisionOf } from '../document/revision.js';

interface Written {
  readonly content: RetentionContent;
  /** How often it was issued so far. */
  readonly issues: number;
  /** Of its last event. A key that an edit claims names the revision at which the edit began (ADR 34). */
  readonly revision: number;
}

interface Issued extends Written {
  readonly issue: RetentionIssue;
}

/** A retention by its status. */
export type Retention =
  | { readonly status: 'absent' }
  /** `edited`: the revision since which it says what it says now. */
  | ({ readonly status: 'draft'; readonly edited: number } & Written)
  /**
   * Issued and on its way to the stamp. `fromDraft`: a refusal makes it a draft again; `shown`: its maker knows it without
   * its stamp.
   */
  | ({ readonly status: 'pending'; readonly fromDraft: boolean; readonly shown: boolean } & Issued)
  | ({
      readonly status: 'valid';
      /** Who stamped it. */
      readonly pac?: string;
      readonly stamp: InvoiceStamp;
      readonly cancellation: CancellationRequest | null;
    } & Issued)
  | ({ readonly status: 'canceled'; readonly stamp: InvoiceStamp } & Issued)
  /** Certainly never stamped, and given up, or `refused`. */
  | ({ readonly status: 'failed'; readonly refused?: true } & Issued)
  /** Gone: a draft that was deleted, or a retention that was refused, or given up, before anybody was shown it. */
  | { readonly status: 'deleted' }
  | { readonly status: 'refused' };

export const absent: Retention = { status: 'absent' };

/** Total and tolerant: an event that does not fit the state leaves it as it is, but for its revision. */
export function evolve(state: Retention, event: RetentionEvent): Retention {
  const revision = revisionOf(state) + 1;
  const next = applyEvent(state, event, revision);
  return 'revision' in next ? { ...next, revision } : next;
}

function applyEvent(state: Retention, event: RetentionEvent, revision: number): Retention {
  switch (event.type) {
    case 'RetentionDrafted':
      if (state.status !== 'absent') return state;
      return { status: 'draft', content: event.data.content, issues: 0, revision, edited: revision };
    case 'RetentionDraftEdited':
      return state.status === 'draft' ? { ...state, content: event.data.content, edited: revision } : state;
    case 'RetentionDraftDeleted':
      return state.status === 'draft' ? { status: 'deleted' } : state;
    case 'RetentionForgone':
      return state.status === 'absent' ? { status: 'deleted' } : state;
    // Only the revision moves, by which edits that began before are known; a document keeps the stamp that it has.
    case 'RetentionClaimsForgone':
    case 'RetentionSurplusStampFound':
    case 'RetentionSurplusStampSettled':
      return state;
    case 'RetentionIssued': {
      if (state.status !== 'absent' && state.status !== 'draft') return state;
      const { content, issue } = event.data;
      const fromDraft = state.status === 'draft';
      return { status: 'pending', fromDraft, shown: false, content, issue, issues: issue.number, revision };
    }
    case 'RetentionStamped':
      if (state.status !== 'pending') return state;
      return {
        status: 'valid',
        ...issuedOf(state),
        stamp: event.data.stamp,
        ...(event.data.pac !== undefined && { pac: event.data.pac }),
        cancellation: null,
      };
    case 'RetentionRefused': {
      if (state.status !== 'pending') return state;
      const { content, issues, fromDraft } = state;
      if (fromDraft) return { status: 'draft', content, issues, revision, edited: revision };
      return event.data.kept
        ? { status: 'failed', ...issuedOf(state), refused: true }
        : { status: 'refused' };
    }
    case 'RetentionStampingDelayed':
      return state.status === 'pending' ? { ...state, shown: true } : state;
    case 'RetentionStampingFailed':
      return state.status === 'pending' ? { status: 'failed', ...issuedOf(state) } : state;
    case 'RetentionCanceled':
      if (state.status !== 'valid') return state;
      return { status: 'canceled', ...issuedOf(state), stamp: state.stamp };
    case 'RetentionCancellationRequested': {
      if (state.status !== 'valid') return state;
      const { number, motive, substitution, at } = event.data;
      const asked = { number, motive, substitution, requestedAt: at, checkedAt: at };
      return { ...state, cancellation: { ...asked, status: 'requested' } };
    }
    case 'RetentionCancellationUpdated': {
      const { status, at: checkedAt } = event.data;
      return withCancellation(state, { status, checkedAt });
    }
    case 'RetentionCancellationRefused':
      return withCancellation(state, { status: 'none' });
    case 'RetentionStatusChecked':
      return withCancellation(state, { checkedAt: event.data.at });
    default:
      return ignoreUnknown(event, state);
  }
}

/** The state with news of the request that is there. */
const withCancellation = (state: Retention, news: Partial<CancellationRequest>): Retention =>
  state.status === 'valid' && state.cancellation
    ? { ...state, cancellation: { ...state.cancellation, ...news } }
    : state;

/** What a retention has since it was issued, without what its status adds. */
const issuedOf = ({ content, issue, issues, revision }: Issued): Issued => ({
  content,
  issue,
  issues,
  revision,
});

/** The parts by which the tax authority's services know a stamped retention. */
export function fiscalDocument({
  content: { customer },
  issue,
  stamp,
  ...state
}: Extract<Retention, { status: 'valid' | 'canceled' }>): FiscalDocument {
  const pac = 'pac' in state ? state.pac : undefined;
  return {
    kind: 'retention',
    uuid: stamp.uuid,
    issuer_rfc: issue.issuer.tax_id,
    ...receiverOf(customer),
    total: issue.amounts.monto_tot_operacion,
    sello_tail: stamp.signature.slice(-8),
    stamped_at: stamp.date,
    ...(pac !== undefined && { pac }),
  };
}

const receiverOf = (
  customer: CustomerSnapshot | null,
): Pick<FiscalDocument, 'receiver_rfc' | 'receiver_number'> => ({
  receiver_rfc: receiverRfc(customer),
  ...(customer && isForeign(customer) && { receiver_number: customer.tax_id ?? '' }),
});
