import { ignoreUnknown } from '#kernel';
import type { AskReceiptInvoice, ClaimedReceipt, IssuerSnapshot, ReceiptClaimEvent } from '#contracts';
import type { Detail, ErrorCode } from '#kernel';

/** The receipts that an invoice was made of, as they were claimed for it. */
export interface OwnReceipts {
  readonly ask: AskReceiptInvoice;
  readonly issuer: IssuerSnapshot;
  readonly receipts: readonly ClaimedReceipt[];
  /** When they were claimed, ISO 8601 in UTC, the tenant's time. */
  readonly at: string;
}

/** Receipts of an invoice that was canceled in favour of this one. */
export interface TakenReceipts {
  readonly from: string;
  readonly as: 'customer' | 'global';
  readonly receipts: readonly ClaimedReceipt[];
}

/** What an invoice has of receipts. */
export interface Claim {
  /**
   * - `forgone`: nobody makes this invoice any more, and nobody did;
   * - `claimed`: it is being made;
   * - `stamped`: it has its receipts, its own and those that it took over;
   * - `freed`: it was refused, or given up; `released`: it was canceled. Its receipts are open again, or another's.
   */
  readonly status: 'absent' | 'forgone' | 'claimed' | 'stamped' | 'freed' | 'released';
  /** Null: it was not made of receipts. */
  readonly own: OwnReceipts | null;
  readonly taken: readonly TakenReceipts[];
  /** Why it never came to be, of one that was freed. */
  readonly refusal: { readonly code: ErrorCode; readonly details: readonly Detail[] } | null;
}

export const absent: Claim = { status: 'absent', own: null, taken: [], refusal: null };

/** Total and tolerant: an event that does not fit leaves the claim as it is. */
export function evolve(state: Claim, event: ReceiptClaimEvent): Claim {
  switch (event.type) {
    case 'ReceiptsClaimed':
      return state.status === 'absent' ? { ...state, status: 'claimed', own: event.data } : state;
    case 'ClaimForgone':
      return state.status === 'absent' ? { ...state, status: 'forgone' } : state;
    case 'ClaimStamped':
      return state.status === 'claimed' ? { ...state, status: 'stamped' } : state;
    case 'ClaimFreed': {
      const { code, details } = event.data;
      return state.status === 'claimed' ? { ...state, status: 'freed', refusal: { code, details } } : state;
    }
    case 'ClaimReleased':
      return { ...state, status: 'released', taken: [] };
    case 'ReceiptsTakenOver': {
      const { at: _, ...taken } = event.data;
      // One whose own receipts are claimed still has to hear of its stamp, which came before.
      const status = state.status === 'claimed' ? 'claimed' : 'stamped';
      return { ...state, status, taken: [...state.taken, taken] };
    }
    default:
      return ignoreUnknown(event, state);
  }
}

/** Whether an invoice still has, or may get, a receipt of its own. */
export const isClaiming = ({ status, own }: Claim, receipt: string): boolean =>
  (status === 'claimed' || status === 'stamped') && !!own?.receipts.some(({ id }) => id === receipt);
